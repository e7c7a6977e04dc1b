// Asks the page of games in Chromium and Firefox, and compares its answers with those of the program.
//
// The argument is the folder of the page, with files of games in `test`. With a second argument, it only takes pictures of
// the views of the page with this PGN.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const folder = resolve(process.argv[2]);
const pgn = process.argv[3] && resolve(process.argv[3]);
const puppeteer = createRequire(join(folder, "browser/"))("puppeteer-core");
const address = pathToFileURL(join(folder, "games.html")).href;
const tests = join(folder, "test");
const downloads = (name) => join(folder, "downloads", name);
const program = join(folder, "../debug/pawnfill");
const installed = (...names) => names.map((name) => `/usr/bin/${name}`).find(existsSync);
const BROWSERS = {
  chrome: {
    executablePath: installed("chromium", "google-chrome"),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
  firefox: {
    executablePath: installed("firefox-esr", "firefox"),
    extraPrefsFirefox: { "browser.download.dir": downloads("firefox"), "browser.download.folderList": 2 },
  },
};

async function open(browser, hash = "") {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("dialog", (dialog) => failures.push(`a dialog: ${dialog.message()}`));
  page.on(
    "request",
    (request) => /^(file|blob|data):/.test(request.url()) || failures.push(`a request: ${request.url()}`),
  );
  await page.goto(address + hash);
  return page;
}
const failures = [];
const text = (page, id) => page.$eval(`#${id}`, (element) => element.innerText);
/** Waits until a function is true in the page, whose policy allows no code made of text. */
async function until(page, isTrue, ...values) {
  for (let wait = 0; wait < 12_000; wait++) {
    if (await page.evaluate(isTrue, ...values)) return;
    await new Promise((then) => setTimeout(then, 10));
  }
  throw new Error(`never true: ${isTrue}`);
}
const done = (page) =>
  until(
    page,
    () =>
      byId("progress").hidden &&
      (byId("error").textContent || /game|structure|Cancelled/.test(byId("status").textContent)),
  );

/** Drops files as a user does. Firefox has no command for it, so the event is made in the page. */
async function drop(name, page, ...paths) {
  await page.evaluate(() => (byId("status").textContent = ""));
  if (name === "chrome") {
    const session = await page.createCDPSession();
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await session.send("Input.dispatchDragEvent", { type, x: 200, y: 160, data });
  } else {
    await page.evaluate(() => document.body.append(make("input", { type: "file", id: "held", multiple: "" })));
    await (await page.$("#held")).uploadFile(...paths);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const file of byId("held").files) dataTransfer.items.add(file);
      byId("held").remove();
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    });
  }
  await until(page, () => !byId("question").hidden);
  await done(page);
}
/** Returns what a button saves. */
async function saved(name, page, button, file) {
  const path = join(downloads(name), file);
  rmSync(path, { force: true });
  await page.$eval(`#${button}`, (element) => element.click());
  for (let wait = 0; wait < 200 && !(existsSync(path) && readFileSync(path).length); wait++)
    await new Promise((then) => setTimeout(then, 50));
  return readFileSync(path, "utf8");
}
async function ask(page, condition, fields = {}) {
  await page.evaluate(
    (condition, fields) => {
      for (const [name, value] of Object.entries({
        condition,
        then: "",
        player: "",
        color: "",
        result: "",
        years: "",
        duration: "",
        ...fields,
      }))
        byId(name).value = value;
      byId("status").textContent = "";
      byId("question").requestSubmit();
    },
    condition,
    fields,
  );
  await done(page);
}
const answers = new Map();
/** Returns what the program answers. */
function run(path, ...args) {
  const key = [path, ...args].join(" ");
  const ask = () =>
    execFileSync(program, ["find", ...args, path, "--skip-bad"], {
      encoding: "latin1",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
  if (!answers.has(key)) answers.set(key, ask());
  return answers.get(key);
}
const rows = (csv) =>
  csv
    .trim()
    .split("\n")
    .map((line) => line.split(",").map((value) => (value !== "" && !isNaN(value) ? Number(value) : value)));
const utf8 = (latin) => Buffer.from(latin, "latin1").toString("utf8");

const QUESTIONS = [
  ["carlsbad", [], {}],
  ["white.isolated & d", ["--for", "2", "--year", "2003-2015"], { duration: "2", years: "2003-2015" }],
  [
    "mine.isolated",
    ["--player", "Löwe", "--as", "black", "--result", "lost"],
    { player: "Löwe", color: "black", result: "lost" },
  ],
  ["own.rams", ["--then", "own.passed"], { then: "own.passed" }],
];

async function compare(name, page, file) {
  // Packed files have the games of this one.
  const path = join(tests, /packed|frame/.test(file) ? "plain.pgn" : file);
  const errors = await text(page, "error");
  assert.equal(errors, "", `${file}: ${errors}`);
  const lines = (text) => [...text.matchAll(/line (\d+):/g)].map(([, line]) => Number(line));
  const skipped = spawnSync(program, ["find", "carlsbad", path, "--skip-bad"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }).stderr;
  assert.deepEqual(
    lines(await page.$eval("#notes", (notes) => notes.textContent)),
    lines(skipped),
    `${file}: lines of mistakes`,
  );
  if (file.startsWith("latin") === false) {
    // One player is in all games, so the table is about him, and about all results.
    await page.click("#all");
    await done(page);
    await page.$eval("#more", (more) => (more.open = true));
    await page.select("#result", "lost");
    await until(page, () => byId("progress").hidden && /all results/.test(byId("notes").textContent));
    assert.match(await text(page, "set"), /Games of Löwe, Ada, for at least 3 moves/);
    assert.match(await text(page, "notes"), /about games of all results/);
    const expected = rows(
      utf8(run(path, "--by", "structure,color", "--player", "Löwe, Ada", "--for", "3", "--format", "csv")),
    );
    assert.deepEqual(rows(await saved(name, page, "csv", "structures.csv")), expected, file);
    assert(expected.length > 10);
    const shown = await page.$$eval("#rows tr", (rows) =>
      rows.map((row) =>
        [".games", ".score", ".usual", ".difference"].map((cell) => row.querySelector(cell).textContent),
      ),
    );
    const [, , games, , , , score, , , , , , difference, usual] = expected[0].keys();
    const isShown = (text, value) =>
      value === "" ? text === "" : Math.abs(parseFloat(text.replace("−", "-")) - 100 * value) < 0.06;
    expected.slice(1).forEach((row, at) => {
      const [number, ...percents] = shown[at];
      const isRight =
        Number(number) === row[games] &&
        percents.every((text, of) => isShown(text, row[[score, usual, difference][of]]));
      assert(isRight, `${name}, ${file}: ${row} is shown as ${shown[at]}`);
    });
    await page.evaluate(() => (byId("result").value = ""));
  }
  // How a file is written matters before a question does.
  const questions = /plain|bad/.test(file) ? QUESTIONS : QUESTIONS.slice(0, 1);
  for (const [condition, options, fields] of questions) {
    await ask(page, condition, fields);
    const lines = utf8(run(path, condition, ...options, "--format", "json"))
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    assert(lines.length > 2 && lines.length < 500, `${file}, ${condition}: ${lines.length}`);
    const shown = await page.evaluate(() =>
      modules.state.state.found.rows.map(({ number, about, runs }) => ({
        ...about,
        game_in_file: number,
        runs: runs.map(({ about }) => about),
      })),
    );
    const expected = lines.map((line) => ({ ...line, file }));
    assert.deepEqual(shown, expected, `${name}, ${file}, ${condition}`);
    if (!fields.result) {
      const by = (keys) => rows(utf8(run(path, condition, ...options, "--by", keys, "--format", "csv"))).slice(1);
      const scores = await page.evaluate(() =>
        modules.state.state.found.tables
          .slice(1)
          .map(({ columns }) => columns.map((row) => row.slice(0, 6).map(([, value]) => value))),
      );
      const sorted = (all) => all.map((row) => row.slice(0, 6).map(String)).sort();
      assert.deepEqual(
        scores.map(sorted),
        [sorted(by("color")), sorted(by("decade"))],
        `${name}, ${file}, ${condition}: scores`,
      );
    }
    assert.equal(
      await saved(name, page, "pgn", "games.pgn"),
      utf8(run(path, condition, ...options, "--format", "pgn")),
      `${name}, ${file}: PGN`,
    );
    // All boards of all files would take the browsers 20 seconds more.
    if (file === "plain.pgn") {
      await page.evaluate(() => {
        while (!byId("drawMore").hidden) byId("drawMore").click();
      });
      const cards = await page.$$eval("#cards article", (cards) => cards.length);
      assert.equal(
        cards,
        expected.reduce((sum, { runs }) => sum + runs.length, 0),
      );
    }
  }
}

/** Tries what is no answer: files that are no games, mistakes, cancelling, and steps through a game. */
async function misuse(name, browser) {
  const page = await open(browser, "#condition=mine.carlsbad&player=Ada&workers=-3");
  await until(
    page,
    () =>
      byId("status").textContent ===
      "Drop your games to see: Carlsbad, Queen's Gambit exchange (mine) (games of Ada, for at least 3 moves)",
  );
  await drop(name, page, join(tests, "plain.pgn"));
  assert.match(await text(page, "status"), /games, .* positions [(]games of Ada, /);
  assert.equal(await page.$eval("#old", (old) => old.hidden), true);
  await page.click("#all");
  await until(page, () => /Games of Ada/.test(byId("set").textContent) && !byId("table").hidden);
  assert.match(await text(page, "table"), /score is that of Ada, also where the opponent/);
  await page.$eval("#player", (input) => (input.value = "we, a"));
  await page.click("#all");
  await until(page, () => /: 0 counted.* Names .* such as Löwe, Ada or/.test(byId("status").textContent));
  if (name === "chrome") {
    await drop(name, page, join(folder, "downloads"));
    assert.match(await text(page, "error"), /downloads cannot be read: it is a folder/);
  }
  for (const [file, contents, said] of [
    ["window.pgn.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x88, 1, 0, 0]), /larger than 32 MiB/],
    ["words.txt", "Dear diary,\n", /no PGN/],
    ["noise.pgn", Buffer.alloc(1e6), /has no games/],
    ["stored.pgn", Buffer.from(`PK\x03\x04${"game "}`), /zip/],
    ["empty.pgn", "", /has no games/],
    ["wide.pgn", Buffer.from("\ufeff[Event]", "utf16le"), /UTF-16/],
  ]) {
    writeFileSync(join(downloads(name), file), contents);
    await drop(name, page, join(downloads(name), file));
    const notes = (await text(page, "error")) + (await text(page, "notes"));
    assert.match(notes, said, file);
    await until(page, () => byId("name").textContent === "plain.pgn");
  }
  await drop(name, page, join(tests, "bad.pgn"));
  assert.match(await text(page, "notes"), /5 games with a mistake/);
  for (const [condition, said] of [
    ["white.pased", /did you mean `white.passed`/],
    ["d", /every position meets/],
    ["iqp &", /the condition ends/],
    ["isolany", /unknown name/],
    ["Ruy Lopez", /Nothing is called/],
    ["mine.isolated", /need a player/],
  ]) {
    await ask(page, condition);
    assert.match(await text(page, "error"), said);
    // The page has no options.
    assert.doesNotMatch(await text(page, "error"), /--|pawnfill/);
  }
  await ask(page, "white.isolated", { result: "won" });
  assert.match(await text(page, "error"), /won or lost needs a player/);
  await ask(page, "carlsbad", { years: "90" });
  assert.match(await text(page, "error"), /years/);
  for (const [words, asked, fields] of [
    ["iqp", "iqp", { player: "Löwe, Ada" }],
    ["Isolated queen pawn", "iqp"],
    ["hanging pawns", "hanging_pawns"],
    ["doubled pawns", "either.doubled"],
    ["candidate passed pawns", "either.candidates"],
    ["Backwards Pawn", "either.backward"],
    ["sentry", "either.sentries"],
    ["Maróczy bind", "maroczy"],
    ["IQP", "iqp"],
  ]) {
    await ask(page, words, fields);
    assert.equal(await page.$eval("#condition", (input) => input.value), asked);
  }
  // People open one list, and then the other in it.
  await page.click("#more > summary");
  await page.click("#examples > summary");
  for (const example of await page.$$("#examples button")) {
    await page.evaluate(() => (byId("status").textContent = ""));
    await example.click();
    await done(page);
    assert.equal(await text(page, "error"), "");
  }
  await ask(page, "carlsbad");
  assert.equal(await page.$$eval("#cards img", (images) => images.length), 0);
  const before = await page.$eval(".here span", (move) => move.textContent);
  await page.focus("#cards article");
  await page.keyboard.press("ArrowRight");
  await until(page, (before) => document.querySelector(".here span").textContent !== before, before);
  await page.$eval("#condition", (input) => (input.value = ""));
  await page.type("#condition", "hedg");
  assert.match(await text(page, "names"), /hedgehog/);
  await page.$eval("#condition", (input) => (input.value = ""));
  await page.type("#condition", "kings indian");
  assert.match(await text(page, "names"), /King's Indian complex/);
  await page.$eval("#condition", (input) => (input.value = ""));
  await page.type("#condition", "isolat");
  assert.match(await text(page, "names"), /either.isolated/);
  const again = await open(browser, new URL(page.url()).hash);
  await drop(name, again, join(tests, "plain.pgn"));
  assert.match(await text(again, "title"), /Carlsbad/);
  assert.match(
    await text(again, "explained"),
    /White: d4 e2\/e3, none on c; Black: d5 c6\/c7, none on e[.] Colors are exchanged/,
  );
}

/** Drops several files, and goes back from games to the table. */
async function history(name, browser) {
  const page = await open(browser);
  const [words, few] = ["words.txt", "few.pgn"].map((file) => join(downloads(name), file));
  await drop(name, page, join(tests, "plain.pgn"), words);
  assert.match(await text(page, "notes"), /^words.txt cannot be read: this is no PGN: [^.]*[.]$/);
  const status = await text(page, "status");
  assert.match(
    status,
    /^450 games read: \d+ counted; \d+ without a structure, or not as asked: games of Löwe, Ada, for at least 3 moves[.]$/,
  );
  const [read, ...parts] = status.match(/\d+(?= (games|counted|without))/g).map(Number);
  assert.equal(
    parts.reduce((sum, part) => sum + part),
    read,
  );
  for (const order of [1, -1]) {
    await page.click("thead [value=difference]");
    const lines = await page.evaluate(() =>
      modules.state.state.table.rows.map(({ p, difference }) => [p === null, difference]),
    );
    assert.deepEqual(
      lines,
      lines.toSorted(([few, one], [no, other]) => few - no || order * (one - other)),
    );
  }
  await page.click("tbody button");
  await done(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), "title");
  const found = await text(page, "status");
  for (const [steps, seen] of [
    [-1, status],
    [1, found],
    [-1, status],
  ]) {
    await page.evaluate((steps) => history.go(steps), steps);
    await until(
      page,
      (seen) => byId("status").textContent === seen && byId("table").hidden === !/read/.test(seen),
      seen,
    );
  }
  // Another file has another player.
  writeFileSync(few, '[White "Ada"]\n[Black "Bo"]\n\n1. e4 e5 1-0\n\n[White "Ada"]\n[Black "Cy"]\n\n1. e4 e5 1-0\n');
  await drop(name, page, few);
  assert.equal(await page.$eval("#player", (input) => input.value), "Ada");
  assert.match(await text(page, "status"), /^2 games read: 0 counted; 2 without a structure, or not as asked: /);
  // A control asks again.
  await page.$eval("#more", (more) => (more.open = true));
  await page.select("#color", "white");
  await until(page, () => /Games of Ada, as White/.test(byId("set").textContent));
}

const LARGE = { chrome: ".pgn", firefox: ".pgn.gz" };
const [MEDIUM, SIZE] = [2e7, 1e8];
/** Writes files of both sizes, which are packed for one browser. Nothing else waits meanwhile. */
function writeLarge() {
  const plain = Buffer.concat(Array(100).fill(readFileSync(join(tests, "plain.pgn"))));
  for (const [name, games] of Object.entries({ chrome: plain, firefox: gzipSync(plain, { level: 0 }) }))
    for (const size of [MEDIUM, SIZE]) {
      const path = join(tests, size + LARGE[name]);
      writeFileSync(path, "");
      for (let length = 0; length < size; length += games.length) appendFileSync(path, games);
    }
}
/** Returns the memory of a browser and of what it has started, in MB. */
function memoryOf(browser) {
  const size = (process) => {
    try {
      return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, "utf8"))[1]);
    } catch {
      return 0; // It has ended.
    }
  };
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => line.trim().split(/ +/).map(Number));
  const own = [browser.process().pid];
  for (const parent of own) own.push(...all.filter(([, of]) => of === parent).map(([process]) => process));
  return own.reduce((sum, process) => sum + size(process), 0) / 1000;
}
/**
 * Reads two large files with four workers, and compares the memory of the browser with that before. When Chromium removes
 * ended workers depends on the machine, so it has to collect them before each measurement.
 */
async function large(name, browser) {
  const page = await open(browser, "#workers=4");
  const session = name === "chrome" && (await page.createCDPSession());
  await new Promise((then) => setTimeout(then, 1000));
  if (session) await session.send("HeapProfiler.collectGarbage");
  const before = memoryOf(browser);
  assert(before > 50);
  const most = [];
  for (const size of [MEDIUM, SIZE]) {
    const path = join(tests, size + LARGE[name]);
    let [isRead, highest] = [false, 0];
    const reading = (async () => {
      await drop(name, page, path);
      // What is found and kept for saving also takes memory, so few games are found.
      await ask(page, "carlsbad", { years: "2003" });
    })().finally(() => (isRead = true));
    while (!isRead) {
      if (session) await session.send("HeapProfiler.collectGarbage");
      highest = Math.max(highest, memoryOf(browser) - before);
      await new Promise((then) => setTimeout(then, 300));
    }
    await reading;
    rmSync(path);
    assert.match(await text(page, "status"), /games, .* positions/);
    most.push(Math.round(highest));
  }
  const said = `${name}: ${most.join(" and ")} MB of memory for ${MEDIUM / 1e6} and ${SIZE / 1e6} MB of games`;
  assert(most[1] < 100 && most[1] - most[0] < 40, said);
  console.log(`ok: ${said}`);
  await page.close();
}

async function pictures(browser, file) {
  mkdirSync(join(folder, "pictures"), { recursive: true });
  for (const width of [390, 760, 1280, 1920])
    for (const scheme of ["light", "dark"]) {
      const page = await open(browser);
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const picture = (view) => page.screenshot({ path: join(folder, `pictures/${view}-${width}-${scheme}.png`) });
      await picture("start");
      await drop("chrome", page, file);
      await picture("table");
      await page.type("#condition", "isola");
      await picture("names");
      await page.$eval("#condition", (input) => (input.value = "iqp"));
      await page.keyboard.press("Enter");
      await until(page, () => !byId("games").hidden);
      await page.$eval("#games", (games) => games.scrollIntoView());
      await picture("games");
    }
  console.log(`${readdirSync(join(folder, "pictures")).length} pictures in ${join(folder, "pictures")}`);
}

assert(statSync(join(folder, "games.html")).size <= 1_000_000);
assert.match(readFileSync(join(folder, "patterns.html"), "utf8"), /<a href="games.html">/);
rmSync(join(folder, "downloads"), { recursive: true, force: true });
async function browse([name, options]) {
  mkdirSync(downloads(name), { recursive: true });
  const downloadBehavior = { policy: "allow", downloadPath: downloads(name) };
  const browser = await puppeteer.launch({ browser: name, headless: true, downloadBehavior, ...options });
  try {
    if (pgn) return await pictures(browser, pgn);
    // What is about the module and not about browsers is tried in one of them.
    const all =
      name === "chrome"
        ? ["plain.pgn", "latin.pgn", "bad.pgn", "frame.pgn.zst", "packed.pgn.gz", "odd.pgn"]
        : ["plain.pgn", "bad.pgn"];
    for (const file of all) {
      for (const workers of file === "bad.pgn" && name === "chrome" ? [1, 4] : [2]) {
        const page = await open(browser, `#workers=${workers}`);
        await drop(name, page, join(tests, file));
        await compare(name, page, file);
        await page.close();
      }
      console.log(`ok: ${name}, ${file}: tables, games and PGN as by the program`);
    }
    await misuse(name, browser);
    await history(name, browser);
    console.log(`ok: ${name}: mistakes, names, keys and addresses`);
    await large(name, browser);
  } finally {
    await browser.close();
  }
}
if (!pgn) {
  writeFileSync(join(tests, "packed.pgn.gz"), gzipSync(readFileSync(join(tests, "plain.pgn"))));
  writeLarge();
}
await Promise.all(
  Object.entries(BROWSERS)
    .slice(0, pgn ? 1 : 2)
    .map(browse),
);
assert.deepEqual(failures, []);
console.log("ok: no request, no error, no markup");

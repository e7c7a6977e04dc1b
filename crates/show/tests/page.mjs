// Uses the page in headless Chromium, and compares its values with those that the library wrote.
//
// `cargo test --package pawnfill-show -- --ignored` writes the page and the values, and starts this program with their folder.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const address = pathToFileURL(join(folder, "page.html")).href;
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));

// The browser, through the pipe of its debugging protocol.

const profile = mkdtempSync(join(tmpdir(), "page-"));
const options = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--remote-debugging-pipe",
];
const chromium = spawn("chromium", [...options, `--user-data-dir=${profile}`], {
  stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
});
const waiting = new Map();
const [errors, requests] = [[], []];
let [sent, buffer] = [0, ""];
chromium.stdio[4].setEncoding("utf8").on("data", (data) => {
  buffer += data;
  for (let end; (end = buffer.indexOf("\0")) >= 0; buffer = buffer.slice(end + 1)) {
    const { id, error, result, method, params } = JSON.parse(buffer.slice(0, end));
    if (method === "Runtime.exceptionThrown") errors.push(params.exceptionDetails.exception.description);
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (!id) continue;
    const { keep, fail } = waiting.get(id);
    error ? fail(new Error(error.message)) : keep(result);
  }
});
chromium.on("exit", () => waiting.forEach(({ fail }) => fail(new Error("the browser ended"))));
const command = (method, params = {}, sessionId) =>
  new Promise((keep, fail) => {
    waiting.set(++sent, { keep, fail });
    chromium.stdio[3].write(`${JSON.stringify({ id: sent, method, params, sessionId })}\0`);
  });
const { targetId } = await command("Target.createTarget", { url: "about:blank" });
const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
const page = (method, params) => command(method, params, sessionId);

/** Runs a function in the page. */
async function run(code, ...parameters) {
  const expression = `(${code})(...${JSON.stringify(parameters)})`;
  const { result, exceptionDetails } = await page("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
  return result.value;
}
async function screen(width, height, scheme = "light") {
  const mobile = width < 500;
  await page("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  await page("Emulation.setTouchEmulationEnabled", { enabled: mobile });
  await page("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
}
/** Opens the page and waits for its values. */
async function open(hash = "") {
  await page("Page.navigate", { url: "about:blank" });
  await page("Page.navigate", { url: address + hash });
  for (let tries = 0; tries < 200; tries++) {
    if (await run(() => document.readyState === "complete" && document.querySelector(".card[aria-label]") !== null))
      return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error("the page shows no values");
}
const fen = () => run(() => document.getElementById("fen").value);
const text = (id) => run((id) => document.getElementById(id).textContent, id);
const click = (selector) => run((selector) => document.querySelector(selector).click(), selector);
const type = (value) =>
  run((value) => {
    const field = document.getElementById("fen");
    field.value = value;
    field.dispatchEvent(new Event("input"));
  }, value);
/** The middle of a square or of another element. */
const place = (name) =>
  run((name) => {
    const element = document.querySelector(/^[a-h][1-8]$/.test(name) ? `[data-square=${name}]` : name);
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }, name);
const frames = () => run(() => new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake))));
async function mouse(...places) {
  const points = await Promise.all(places.map((at) => (typeof at === "string" ? place(at) : at)));
  const event = (type, [x, y]) =>
    page("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  await event("mousePressed", points[0]);
  for (const point of points.slice(1)) await event("mouseMoved", point);
  await frames();
  return { drop: () => event("mouseReleased", points.at(-1)) };
}
const drag = async (...places) => (await mouse(...places)).drop();
async function press(...keys) {
  const codes = { Enter: 13, Escape: 27, Delete: 46, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
  for (const key of keys) {
    const parameters = {
      key,
      windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
      ...(key.length === 1 || key === "Enter" ? { text: key === "Enter" ? "\r" : key } : {}),
    };
    await page("Input.dispatchKeyEvent", { type: "keyDown", ...parameters });
    await page("Input.dispatchKeyEvent", { type: "keyUp", ...parameters });
  }
}
const placement = async () => (await fen()).split(" ")[0];
const cards = () =>
  run(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".card[data-name]")].map((card) => [
        card.dataset.name,
        card.getAttribute("aria-label"),
      ]),
    ),
  );

const CHECKS = {
  async "values equal the library's"() {
    let [values, readings, structures] = [0, 0, 0];
    for (const { fen, white, black, named } of expected) {
      const found = await run(
        (fen, names) => {
          const field = document.getElementById("fen");
          field.value = fen;
          field.dispatchEvent(new Event("input"));
          const named = [...document.querySelectorAll("#named a[href*='&structure=']")].map(
            (link) => link.href.split("structure=")[1],
          );
          return [
            named,
            ...["White", "Black"].map((side) => {
              document.querySelector('[data-name="backward"]').click();
              [...document.querySelectorAll("#sides button")].find((button) => button.textContent === side).click();
              const cards = [...document.querySelectorAll(".card[data-name]")].map((card) => [
                card.dataset.name,
                card.getAttribute("aria-label"),
              ]);
              const readings = names.map((name) => {
                document.querySelector(`[data-name="${name}"]`).click();
                return [
                  name,
                  [...document.querySelectorAll("#engines .reading")].map((row) => row.children[2].firstChild.data),
                ];
              });
              return [Object.fromEntries(cards), Object.fromEntries(readings)];
            }),
          ];
        },
        fen,
        Object.keys(white.readings),
      );
      assert.deepEqual(found[0], named, fen);
      structures += named.length;
      for (const [[cards, meanings], side] of [
        [found[1], white],
        [found[2], black],
      ]) {
        assert.deepEqual(cards, side.cards, fen);
        assert.deepEqual(meanings, side.readings, fen);
        values += Object.keys(cards).length;
        readings += Object.values(meanings).flat().length;
      }
    }
    assert.ok(
      expected.length >= 200 && values > 200 * expected.length && readings > 1000 && structures > 60,
      `${values} values, ${readings} readings, ${structures} structures`,
    );
    return `${values} values, ${readings} readings and ${structures} structures on ${expected.length} positions`;
  },

  async "a pawn is dragged, added and removed by mouse"() {
    await open("#fen=4k3/8/8/3p4/8/8/4P3/4K3_w_-_-_0_1&pattern=white.any_levers");
    const half = await mouse("e2", "e3", "e4");
    // While the pawn is in the air, the patterns follow.
    assert.match((await cards()).any_levers, /^any_levers: e4/);
    assert.equal(await run(() => document.querySelectorAll("#ghost:not([hidden])").length), 1);
    await half.drop();
    assert.equal(await fen(), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert.match((await cards()).any_levers, /^any_levers: e4/);
    await drag("e4", "e8");
    assert.equal(await placement(), "4k3/8/8/3p4/4P3/8/8/4K3", "no pawn stands on rank 8");
    await drag("d5", "d6", [5, 5]);
    assert.equal(await placement(), "4k3/8/8/8/4P3/8/8/4K3", "dragged off the board");
    await drag("a3");
    await drag("e4");
    assert.equal(await placement(), "4k3/8/8/8/8/P7/8/4K3", "taps add and remove");
    await drag("#palette [value=p]", "h4");
    await drag("#palette [value=p]");
    await drag("h5");
    assert.equal(await placement(), "4k3/8/8/7p/7p/P7/8/4K3", "from the palette");
    for (let undone = 0; undone < 2; undone++) await click("#undo");
    assert.equal(await placement(), "4k3/8/8/8/8/P7/8/4K3", "undo");
    await drag("a3", "a4", "e8");
    assert.equal(await placement(), "4k3/8/8/8/8/P7/8/4K3");
  },

  async "a pawn is dragged by touch"() {
    await screen(390, 844);
    await open("#fen=8/8/8/3p4/8/8/4P3/8_w_-_-_0_1");
    const touch = (type, point) =>
      page("Input.dispatchTouchEvent", { type, touchPoints: point ? [{ x: point[0], y: point[1] }] : [] });
    const [from, over, to] = [await place("e2"), await place("e3"), await place("e4")];
    await touch("touchStart", from);
    for (const point of [over, to]) await touch("touchMove", point);
    await frames();
    await touch("touchEnd");
    assert.equal(await placement(), "8/8/8/3p4/4P3/8/8/8");
    await screen(1280, 900);
  },

  async "a pawn is moved, added and removed by keyboard"() {
    await open("#fen=8/8/8/3p4/8/8/4P3/8_w_-_-_0_1");
    await run(() => document.querySelector("[data-square=e2]").focus());
    await press("Enter", "ArrowUp", "ArrowUp", "Enter");
    assert.equal(await placement(), "8/8/8/3p4/4P3/8/8/8");
    await press("ArrowLeft", "w", "ArrowLeft", "b", "ArrowUp", "ArrowRight", "Delete");
    assert.equal(await placement(), "8/8/8/8/2pPP3/8/8/8");
    assert.match(await run(() => document.activeElement.getAttribute("aria-label")), /^d5$/);
    await press("z");
    assert.equal(await placement(), "8/8/8/3p4/2pPP3/8/8/8");
    assert.match(await text("status"), /removed d5/);
    await press("ArrowDown", "Enter", "Escape", "ArrowUp", "Enter");
    assert.equal(await placement(), "8/8/8/3p4/2pPP3/8/8/8", "Escape lets go, and Enter picks up");
    await press("Escape");
  },

  async "colors are exchanged by one key"() {
    await open("#fen=4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3_w_-_-_0_1&pattern=white.backward");
    const before = await text("squares");
    await run(() => document.activeElement.blur());
    await press("x");
    assert.equal(await placement(), "4k3/7p/5p2/2p2p2/p1PpP3/3P4/1P6/4K3");
    assert.equal(before, "White: f3 c4 a5");
    assert.equal(await text("squares"), "Black: a4 c5 f6");
    await press("x", "s");
    assert.match(await text("squares"), /^Black: /);
    await run(() => document.querySelector("#sides button").focus());
    await press("Enter");
    assert.match(await text("squares"), /^White: /);
    assert.equal(await run(() => document.activeElement.textContent), "White", "the focus stays");
  },

  async "the address is the position"() {
    await open("#fen=4k3/8/8/3p4/8/8/4P3/4K3_w_-_-_0_1&pattern=black.isolated");
    assert.equal(await fen(), "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    assert.equal(await text("name"), "isolated");
    assert.equal(await text("squares"), "Black: d5");
    await drag("e2", "e4");
    const hash = await run(() => location.hash);
    assert.equal(hash, "#fen=4k3/8/8/3p4/4P3/8/8/4K3_w_-_-_0_1&pattern=black.isolated");
    await open(hash);
    assert.equal(await placement(), "4k3/8/8/3p4/4P3/8/8/4K3");
    await run(() => {
      location.hash = "#fen=8/8/8/8/8/8/P7/8&pattern=open_files";
    });
    await frames();
    assert.equal(await text("squares"), "files b c d e f g h");
    await open(`#fen=8/8/8/8/8/8/P7/8_w_KQk_e3_0_1_id_${encodeURIComponent('"50% & a=b #1";')}`);
    assert.equal(await fen(), "8/8/8/8/8/8/P7/8 w KQk e3 0 1", "no text of the address is copied");
    for (const fields of ["x", "w_KK", "w_-_e4", 'w_-_-_0_1_");_evil("']) {
      await open(`#fen=8/8/8/8/8/8/P7/8_${fields}`);
      assert.match(await text("error"), /^the address has a bad FEN: the [a-z- ]+ cannot be /, fields);
    }
    await open("#fen=8/8&pattern=no_such");
    assert.equal(await text("error"), "the address has a bad FEN: at byte 3: there are 2 ranks instead of 8");
    assert.equal(await placement(), expected[0].fen.split(" ")[0], "the position of the file");
  },

  async "an address points to a structure"() {
    const pale = () =>
      run(() =>
        [...document.querySelectorAll(".square.pawn:has(.other)")].map((square) => square.dataset.square).join(" "),
      );
    await open("#structure=black.carlsbad");
    assert.equal(await placement(), "8/pp3ppp/4p3/3p4/3P4/2P5/PP3PPP/8");
    assert.equal(await pale(), "a7 b7 f7 g7 h7 a2 b2 f2 g2 h2");
    assert.match(await text("named"), /Queen's Gambit exchange \(Black\) · all.*minority attack/);
    await drag("h2", "h3", "h4");
    const hash = await run(() => location.hash);
    assert.equal(
      hash,
      "#fen=8/pp3ppp/4p3/3p4/3P3P/2P5/PP3PP1/8_w_-_-_0_1&pattern=white.backward&structure=black.carlsbad",
    );
    await open(hash);
    assert.equal(await pale(), "a7 b7 f7 g7 h7 h4 a2 b2 f2 g2");
    await drag("c3", "c4", "c6");
    assert.equal(await text("named"), "Structures: none with a name · all");
    assert.equal(await pale(), "");
    await click(".structure[href$=iqp]");
    await frames();
    assert.equal(await pale(), "a7 b7 f7 g7 h7 e6 a2 b2 f2 g2 h2");
  },

  async "a bad FEN is refused with its reason"() {
    await open("#fen=8/8/8/3p4/8/8/4P3/8_w_-_-_0_1");
    await type("8/8/8/8/8/8/8/7P w - - 0 1");
    assert.equal(await text("error"), "at byte 15: there is a pawn on rank 1");
    assert.equal(await run(() => location.hash.split("&")[0]), "#fen=8/8/8/3p4/8/8/4P3/8_w_-_-_0_1");
    await type("8/8/8/8/8/8/P7/8");
    assert.equal(await text("error"), "");
    await type('8/8/8/8/8/8/P7/8 <img src=x onerror=alert(1)> "');
    assert.equal(await run(() => document.images.length), 0);
  },

  async "a position is copied in each language"() {
    await open("#fen=4k3/8/8/3p4/8/8/4P3/4K3_w_-_-_0_1&pattern=white.isolated");
    const copies = {};
    for (const name of await run(() =>
      [...document.querySelectorAll("#copy button")].map((button) => button.textContent),
    )) {
      await run(
        (name) => [...document.querySelectorAll("#copy button")].find((button) => button.textContent === name).click(),
        name,
      );
      copies[name] = await text("copied");
    }
    const { SVG, Link, ...rest } = copies;
    assert.deepEqual(rest, {
      FEN: "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1",
      Rust: 'Pawns::from_fen("4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1")?.white().isolated()',
      C: "pawnfill_white_isolated(0x0000000000001000, 0x0000000800000000)",
      SQL: "pawnfill_white_isolated(white_pawns, black_pawns)",
      export: "pawnfill export patterns --language c --pattern isolated -o pawns.h",
      find: "pawnfill find 'white.isolated' games.pgn",
    });
    assert.ok(Link.endsWith("#fen=4k3/8/8/3p4/8/8/4P3/4K3_w_-_-_0_1&pattern=white.isolated"), Link);
    const errors = await run(
      (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("parsererror").length,
      SVG,
    );
    assert.equal(errors, 0);
    assert.ok(
      SVG.includes('<path fill="#3f9d6b" fill-opacity=".75" stroke="#1d6b42" stroke-width=".06" d="M4 6h1v1h-1z"/>'),
      SVG,
    );
  },

  async "a reading and a word are found"() {
    await open("#fen=4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3_w_-_-_0_1&pattern=white.backward");
    const marked = (mark) =>
      run(
        (mark) =>
          [...document.querySelectorAll(`.square.${mark}`)]
            .map((square) => square.dataset.square)
            .sort()
            .join(" "),
        mark,
      );
    assert.equal(await marked("in"), "a5 c4 f3");
    assert.equal(await marked("differ"), "a5 c4 f3 f4 h2");
    await run(() =>
      [...document.querySelectorAll("button.reading")].find((row) => row.textContent.startsWith("zurichess")).click(),
    );
    assert.equal(await marked("in"), "c4");
    assert.match(await text("legend"), /backward of zurichess/);
    await run(() => {
      document.getElementById("search").value = "isolated";
      document.getElementById("search").dispatchEvent(new Event("input"));
    });
    const visible = await run(() =>
      [...document.querySelectorAll(".card[data-name]")]
        .filter((card) => card.checkVisibility())
        .map((card) => card.dataset.name),
    );
    assert.ok(visible.includes("isolated") && visible.length < 10, visible);
  },

  async "names, roles and contrast"() {
    for (const scheme of ["light", "dark"]) {
      await screen(1280, 900, scheme);
      await open();
      const bad = await run(() => {
        const unnamed = [...document.querySelectorAll("button, input, a")].filter(
          (one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length),
        );
        const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const light = (color) => {
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) =>
            c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (one) => {
          const color = getComputedStyle(one).backgroundColor;
          return color === "rgba(0, 0, 0, 0)" && one.parentElement ? ground(one.parentElement) : color;
        };
        const faint = [
          ...document.querySelectorAll(
            "p, b, small, dd, label, h1, h2, h3, a, summary, .plus, .minus, .square span, .value, .card em, #sides button",
          ),
        ]
          .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.closest(".none"))
          .filter((one) => {
            const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((a, b) => b - a);
            return (a + 0.05) / (b + 0.05) < 4.5;
          });
        return [...unnamed, ...faint].map((one) => one.outerHTML.slice(0, 120));
      });
      assert.deepEqual(bad, [], scheme);
    }
  },

  async screenshots() {
    for (const [width, height] of [
      [1280, 900],
      [768, 1024],
      [390, 844],
    ]) {
      for (const scheme of ["light", "dark"]) {
        await screen(width, height, scheme);
        await open("#fen=4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3_w_-_-_0_1&pattern=white.backward");
        assert.equal(
          await run(() => document.documentElement.scrollWidth > innerWidth),
          false,
          `${width} px: wider than the screen`,
        );
        const { data } = await page("Page.captureScreenshot", { format: "png" });
        writeFileSync(join(folder, `${width}-${scheme}.png`), Buffer.from(data, "base64"));
      }
    }
    await screen(1280, 900);
  },

  async "nothing is loaded, and nothing fails"() {
    assert.deepEqual(errors, []);
    const others = requests.filter(
      (url) => !url.startsWith(address) && url !== "about:blank" && !url.startsWith("data:"),
    );
    assert.deepEqual(others, []);
    assert.ok(requests.some((url) => url.startsWith(address)));
  },
};

let failed = 0;
try {
  for (const domain of ["Page", "Runtime", "Network"]) await page(`${domain}.enable`);
  await screen(1280, 900);
  await open();
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      const note = await check();
      console.log(`ok: ${name}${note ? `: ${note}` : ""}`);
    } catch (error) {
      failed++;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
  }
} finally {
  chromium.removeAllListeners("exit");
  chromium.kill();
  await new Promise((wake) => chromium.once("exit", wake));
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failed ? 1 : 0;

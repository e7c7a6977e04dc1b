// Files that are opened, and what the user does.

/** Whether the user has chosen a player, or none. */
let isFree = false;
const nameFiles = () => (byId("name").textContent = files.map((file) => file.name).join(", "));
async function open(chosen) {
  if (!chosen.length) return;
  const before = files;
  // The first files may come with a question in the address.
  if (files.length) byId("question").reset();
  [files, table, found, isFree] = [[...chosen], null, null, false];
  const own = files;
  nameFiles();
  byId("question").hidden = false;
  byId("table").hidden = byId("games").hidden = true;
  document.body.classList.add("asked");
  await ask(wanted());
  // Files that cannot be read do not replace those before them.
  if (files === own && !table && !found && before.length) {
    files = before;
    nameFiles();
  }
}
byId("files").addEventListener("change", () => open(byId("files").files));
addEventListener("dragover", (event) => {
  event.preventDefault();
  byId("drop").classList.add("over");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? byId("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  byId("drop").classList.remove("over");
  open(event.dataTransfer.files);
});
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  const [first] = offered();
  const isWords = /^\p{L}+( [\p{L}'’]+)+$/u.test(field("condition"));
  if (first?.isMeant) byId("condition").value = first.text;
  // One of several names is chosen from the list.
  else if (isWords && first) return offer(true);
  else if (isWords)
    return fail(
      `Nothing is called “${field("condition")}”. A part of a name, such as “queen”, offers all names that have it.`,
    );
  offer(false);
  unclick();
  if (field("condition").includes("/")) return askFen(field("condition"));
  ask(wanted());
});
/** Asks for the pawns of a FEN with a condition that can be loosened. */
async function askFen(fen) {
  try {
    byId("condition").value = (await answer({ task: "skeleton", fen })).condition;
    ask(wanted());
  } catch (error) {
    fail(error.message);
  }
}
/** Asks about both colors again after a click on a row about one of them. */
function unclick() {
  if (clicked && byId("color").value === clicked) byId("color").value = "";
  clicked = "";
}
byId("more").addEventListener("change", () => ask(wanted()));
byId("clear").addEventListener("click", () => {
  byId("question").reset();
  isFree = false;
  ask(showTable);
});
for (const example of document.querySelectorAll("#examples button")) {
  example.addEventListener("click", () => {
    byId("condition").value = example.textContent;
    ask(showGames);
  });
}
byId("player").addEventListener("input", () => (isFree = true));
byId("all").addEventListener("click", () => {
  unclick();
  byId("result").value = "";
  ask(showTable);
});
byId("cancel").addEventListener("click", () => {
  stop();
  byId("status").textContent = "Cancelled.";
});
addEventListener("hashchange", () => {
  fromAddress();
  const shown = wanted() === showGames ? found : table;
  if (shown?.address === location.hash) view(shown);
  else ask(wanted(), false);
});

async function start() {
  byId("old").hidden = true;
  fromAddress();
  try {
    const packed = Uint8Array.from(atob(byId("module").textContent), (letter) => letter.charCodeAt(0));
    const bytes = await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")),
    ).arrayBuffer();
    module = await WebAssembly.compile(bytes);
    names = await answer({ task: "names" });
    titles = new Map(names.filter(({ ofSide }) => ofSide === null).map(({ name, about }) => [name, about]));
    const { conditions } = question();
    if (conditions.length)
      byId("status").textContent = `Drop your games to see: ${titleOf(conditions)}${asked(" (", ")")}`;
  } catch (error) {
    byId("old").append(` (${error.message})`);
    byId("old").hidden = false;
    byId("files").disabled = true;
  }
}
const ready = start();

// Files that are opened, and what the user does.

/** Whether the user has chosen a player, or none. */
let isFree = false;
function setFiles(chosen) {
  files = chosen;
  byId("name").textContent = files.map(({ name }) => name).join(", ");
}
async function open(...chosen) {
  if (!chosen.length) return;
  const before = files;
  // The first files may come with a question in the address.
  if (files.length) byId("question").reset();
  [table, found, isFree] = [null, null, false];
  setFiles(chosen);
  byId("question").hidden = false;
  byId("table").hidden = byId("games").hidden = true;
  document.body.classList.add("asked");
  await ask();
  // Files that cannot be read do not replace those before them.
  if (files === chosen && !table && !found && before.length) setFiles(before);
}
byId("files").addEventListener("change", () => open(...byId("files").files));
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, (event) => {
    event.preventDefault();
    byId("drop").classList.toggle("over", type === "dragover");
    if (type === "drop") open(...event.dataTransfer.files);
  });
}
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  // Wherever the cursor is, the whole text is asked.
  const [first] = offered(Infinity);
  const isWords = /^\p{L}+( [\p{L}'’]+)+$/u.test(field("condition"));
  // The name of a structure means itself, though it may also be a word for a pattern.
  const isName = names.some(({ name, ofSide }) => ofSide === null && name === field("condition"));
  if (first?.isMeant && !isName) byId("condition").value = first.text;
  // One of several names is chosen from the list.
  else if (isWords && first) return offer(true);
  else if (isWords) {
    const hint = "A part of a name, such as “queen”, offers all names that have it.";
    return fail(`Nothing is called “${field("condition")}”. ${hint}`);
  }
  offer(false);
  unclick();
  ask();
});
/** Asks about both colors again after a click on a row about one of them. */
function unclick() {
  if (clicked && byId("color").value === clicked) byId("color").value = "";
  clicked = "";
}
byId("more").addEventListener("change", () => ask());
byId("clear").addEventListener("click", () => {
  byId("question").reset();
  isFree = false;
  ask(showTable);
});
byId("examples").addEventListener("click", ({ target }) => {
  if (target.type !== "button") return;
  byId("condition").value = target.textContent;
  ask();
});
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
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    module = await WebAssembly.compile(await new Response(bytes).arrayBuffer());
    names = await answer({ task: "names" });
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

// Questions that are asked, files that are opened, and what else the user does.

import { showGames } from "./games.js";
import { offer, offered } from "./names.js";
import { asked, field, fromAddress, question, setAddress, titleOf } from "./question.js";
import { state } from "./state.js";
import { showTable } from "./table.js";
import { answer, cancel } from "./workers.js";

/** The color that a click on the table has set, until something else is asked. */
let clicked = "";

/** What the question is about: games, or without a condition the table. */
const wanted = () => (question().conditions.length ? showGames : showTable);
/** Starts a question, unless another one is asked meanwhile. */
async function ask(about = wanted(), isNew = true) {
  await ready;
  if (!state.files.length || !state.module) return;
  stop();
  const { number } = state;
  byId("error").textContent = byId("status").textContent = byId("read").textContent = "";
  byId("notes").replaceChildren();
  byId("bar").removeAttribute("value");
  byId("progress").hidden = false;
  if (about === showTable) byId("condition").value = byId("then").value = "";
  setAddress(isNew);
  byId("set").textContent = capital(asked("") || "all games");
  await about()
    .then(view)
    .catch(({ message }) => number === state.number && fail(message));
}
/** Says why there is no answer. */
const fail = (reason) => view({ status: "" }, reason);

/** Ends what is asked. */
function stop() {
  cancel();
  state.number++;
  byId("progress").hidden = true;
}
/** Shows the table or the games, as they were asked for, or why there are none. */
function view(shown, reason = "") {
  stop();
  byId("table").hidden = shown !== state.table || !state.table.rows.length;
  byId("games").hidden = shown !== state.found || !state.found.games;
  byId("error").textContent = reason;
  byId("status").textContent = shown.status;
  shown.address = location.hash;
  byId("set").textContent = capital(asked("") || "all games");
  if (shown === state.found) byId("title").scrollIntoView({ block: "nearest" });
}

function setFiles(chosen) {
  state.files = chosen;
  byId("name").textContent = state.files.map(({ name }) => name).join(", ");
}
async function open(...chosen) {
  if (!chosen.length) return;
  const before = state.files;
  // The first files may come with a question in the address.
  if (state.files.length) byId("question").reset();
  [state.table, state.found, state.isFree] = [null, null, false];
  setFiles(chosen);
  byId("question").hidden = false;
  byId("table").hidden = byId("games").hidden = true;
  document.body.classList.add("asked");
  await ask();
  // Files that cannot be read do not replace those before them.
  if (state.files === chosen && !state.table && !state.found && before.length) setFiles(before);
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
  const isName = state.names.some(({ name, ofSide }) => ofSide === null && name === field("condition"));
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
byId("rows").addEventListener("click", ({ target }) => {
  if (target.type !== "button") return;
  const [condition, value] = state.table.rows[target.closest("tr").sectionRowIndex].keys;
  const color = state.table.by === "color" ? value : "both";
  byId("then").value = byId("result").value = "";
  byId("condition").value = field("player") || color === "both" ? condition : `${color}.${condition}`;
  if (field("player") && color !== "both") byId("color").value = clicked = color;
  ask().then(() => byId("title").focus());
});
byId("notes").addEventListener("click", ({ target }) => {
  if (target.id !== "same") return;
  byId("player").value = target.value;
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
  state.isFree = false;
  ask(showTable);
});
byId("examples").addEventListener("click", ({ target }) => {
  if (target.type !== "button") return;
  byId("condition").value = target.textContent;
  ask();
});
byId("player").addEventListener("input", () => (state.isFree = true));
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
  const shown = wanted() === showGames ? state.found : state.table;
  if (shown?.address === location.hash) view(shown);
  else ask(wanted(), false);
});

async function start() {
  byId("old").hidden = true;
  fromAddress();
  try {
    const packed = Uint8Array.from(atob(byId("module").textContent), (letter) => letter.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    state.module = await WebAssembly.compile(await new Response(bytes).arrayBuffer());
    state.names = await answer({ task: "names" });
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

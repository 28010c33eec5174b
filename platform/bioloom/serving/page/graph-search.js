// Search of the graph: entities by name, synonym, identifier or cross reference, as one types.

import { Problem, entities } from "./api.js";
import { amount, byId, element, fill } from "./element.js";
import { kind } from "./palette.js";
import { address, go, tell } from "./router.js";

const PAUSE = 180;
let turn = 0;

/** Make the search field work: results as one types, Enter goes to the first. */
export function startSearch() {
  const field = byId("graph-words");
  let waiting = null;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search(field.value), PAUSE);
  });
  field.addEventListener("keydown", (event) => { if (event.key === "Escape") clear(); });
  byId("graph-search").addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    const [first] = await search(field.value);
    if (first) open(first.id);
  });
  byId("graph-found").addEventListener("click", (event) => { if (event.target.closest("a")) clear(); });
}

async function search(text) {
  const mine = ++turn;
  if (!text.trim()) {
    clear();
    return [];
  }
  try {
    const { items } = await entities(text.trim().slice(0, 500));
    if (mine !== turn) return [];
    byId("graph-told").textContent = items.length ? `${items.length} found` : `The graph holds nothing of the name or id “${text.trim()}”.`;
    fill(byId("graph-found"), items.map((found) => result(found, text)));
    return items;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(error);
    return [];
  }
}

function result({ id, name, category, synonyms, connections }, text) {
  const sought = text.trim().toLowerCase();
  const synonym = name.toLowerCase().includes(sought) ? null : synonyms.find((each) => each.toLowerCase().includes(sought));
  const about = [kind({ category }), synonym ? `also ${synonym}` : null, amount(connections, "connection")];
  return element("li", {}, element("a", { href: address("node", id) },
    element("span", {}, element("bdi", {}, name)), " ", element("small", { class: "muted" }, about.filter(Boolean).join(" · "), " ", element("code", {}, id))));
}

function open(id) {
  clear();
  go("node", id);
}

function clear() {
  turn += 1;
  byId("graph-words").value = "";
  byId("graph-told").textContent = "";
  fill(byId("graph-found"));
}

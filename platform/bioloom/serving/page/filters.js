// What a question may draw on: corpora, documents, how sure the evidence must be.

import { Problem, documents, searchDocuments } from "./api.js";
import { amount, byId, element, fill, words } from "./element.js";
import { amend, here } from "./router.js";

const SHOWN = 60;
const DEFAULT_EVIDENCE = "8";
const known = new Map();
const sources = new Set();
const wanted = new Set();

/** Make the filters work and fill them with what is loaded. */
export function startFilters() {
  byId("least-confidence").addEventListener("input", summarise);
  byId("most-evidence").addEventListener("change", summarise);
  byId("no-model").addEventListener("change", summarise);
  byId("document-search").addEventListener("input", listDocuments);
  byId("ask").addEventListener("reset", () => {
    const question = byId("question").value;
    sources.clear();
    wanted.clear();
    requestAnimationFrame(() => { // after the browser has emptied the fields
      byId("question").value = question;
      for (const box of byId("source-filter").querySelectorAll("input")) box.checked = false;
      listDocuments();
      const { query } = here(); // what is shown was narrowed: it is asked anew, unless another question is being written
      if ((query.get("q") ?? question) === question && Object.keys(filterQuery()).some((name) => query.has(name))) amend({ ...filterQuery(), citation: null });
    });
  });
}

/** List the sources that statements and documents come from. */
export function offerSources(found) {
  byId("source-filter").hidden = found.length === 0;
  fill(byId("source-filter").querySelector(".choices"), found.map(({ id, documents: texts, statements }) => {
    const held = [texts && amount(texts, "document"), statements && amount(statements, "statement")].filter(Boolean).join(", ");
    return choice(id, words(id), held, sources.has(id), (on) => { on ? sources.add(id) : sources.delete(id); summarise(); });
  }));
}

/** Read the titles of all documents, page by page; what fails leaves the rest usable. */
export async function readTitles() {
  try {
    let cursor = null;
    do {
      const found = await documents(cursor);
      for (const { id, title } of found.items) known.set(id, title || id);
      cursor = found.next;
      listDocuments();
    } while (cursor && known.size < 5000);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  byId("document-filter").hidden = known.size === 0;
  return known;
}

/** Read the titles of documents that were loaded since all were read. */
export async function readTitlesOf(ids) {
  await Promise.all(ids.filter((id) => !known.has(id)).map(async (id) => {
    try {
      for (const found of (await searchDocuments({ q: id })).items) known.set(found.id, found.title || found.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // its id is shown
    }
  }));
}

/** The titles read so far, by document. */
export const titles = known;

/** Ask of these documents only. */
export function only(ids) {
  wanted.clear();
  for (const id of ids) wanted.add(id);
  listDocuments();
}

/** The part of a request that the filters make. */
export function chosen() {
  const least = Number(byId("least-confidence").value);
  const filters = {};
  if (sources.size) filters.sources = [...sources];
  if (wanted.size) filters.documents = [...wanted];
  if (least > 0) filters.min_confidence = least;
  return {
    k: Number(byId("most-evidence").value),
    llm: byId("no-model").checked ? false : null,
    ...(Object.keys(filters).length ? { filters } : {}),
  };
}

/** The filters as parameters of an address; none for what is not narrowed. */
export function filterQuery() {
  const least = Number(byId("least-confidence").value);
  const most = byId("most-evidence").value;
  return {
    source: [...sources],
    document: [...wanted],
    confidence: least > 0 ? least : null,
    k: most === DEFAULT_EVIDENCE ? null : most,
    llm: byId("no-model").checked ? "no" : null,
  };
}

/** Set the filters as the parameters of an address have them. */
export function applyFilters(query) {
  sources.clear();
  wanted.clear();
  for (const source of query.getAll("source")) sources.add(source);
  for (const id of query.getAll("document")) wanted.add(id);
  byId("least-confidence").value = query.get("confidence") ?? 0;
  byId("most-evidence").value = query.get("k") ?? DEFAULT_EVIDENCE;
  if (!byId("most-evidence").value) byId("most-evidence").value = DEFAULT_EVIDENCE;
  byId("no-model").checked = query.get("llm") === "no";
  for (const box of byId("source-filter").querySelectorAll("input")) box.checked = sources.has(box.value);
  listDocuments();
}

function listDocuments() {
  const sought = byId("document-search").value.trim().toLowerCase();
  for (const id of wanted) if (!known.has(id)) known.set(id, id); // named by an address before titles are read
  const found = [...known].filter(([id, title]) => wanted.has(id) || !sought || title.toLowerCase().includes(sought) || id.includes(sought));
  found.sort(([one], [other]) => Number(wanted.has(other)) - Number(wanted.has(one)));
  const items = found.slice(0, SHOWN).map(([id, title]) =>
    choice(id, title, id, wanted.has(id), (on) => { on ? wanted.add(id) : wanted.delete(id); summarise(); }));
  const more = found.length - items.length;
  fill(byId("document-filter").querySelector(".choices"), items, more > 0 ? element("p", { class: "muted" }, `and ${more} more: type part of a title`) : null);
  summarise();
}

function choice(value, name, about, checked, changed) {
  const box = element("input", { type: "checkbox", value, checked, change: () => changed(box.checked) });
  return element("label", { class: "choice" }, box, element("span", {}, element("bdi", {}, name), " ", element("small", { class: "muted" }, about)));
}

function summarise() {
  const least = Number(byId("least-confidence").value);
  byId("least-confidence-value").textContent = least.toFixed(2);
  const said = [
    sources.size ? [...sources].map(words).join(", ") : null,
    wanted.size === 1 ? known.get([...wanted][0]) ?? "one document" : wanted.size ? `${wanted.size} documents` : null,
    least > 0 ? `confidence at least ${least.toFixed(2)}` : null,
    byId("no-model").checked ? "no language model" : null,
  ].filter(Boolean);
  byId("filter-summary").textContent = said.join(" · ") || "everything that is loaded";
  byId("filters").classList.toggle("in-use", said.length > 0);
}

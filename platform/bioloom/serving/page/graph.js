// The graph of the page: the evidence of an answer, or a walk from node to node; its drawing, legend, list and node panel.

import { Drawing } from "./drawing.js";
import { amount, byId, element, fill, plain, show } from "./element.js";
import { graphOf, join, thingOf, touching } from "./graph-data.js";
import { relationList } from "./graph-list.js";
import { startSearch } from "./graph-search.js";
import { nodePanel } from "./node-panel.js";
import { kind, legend } from "./palette.js";
import { amend, go, here, tell } from "./router.js";
import { around, countOf, drawnParts, grow } from "./surroundings.js";

const NOTHING = { nodes: [], edges: [] };
const MORE = "more:";

let drawing = null;
let marked = [null];
let evidence = NOTHING;
let graph = graphOf();
let opened = [];
let chosen = null;
let walk = null;
const off = new Set();

/** Make the tools of the view work. */
export function startGraph() {
  byId("zoom-in").addEventListener("click", () => drawing?.by(1.4));
  byId("zoom-out").addEventListener("click", () => drawing?.by(1 / 1.4));
  byId("zoom-fit").addEventListener("click", () => drawing?.fit());
  byId("graph-back").addEventListener("click", () => amend({ node: null, around: null }));
  startSearch();
}

/** Draw the evidence of an answer, or what is nearest to a question; without any the graph is hidden. */
export function showEvidence(subgraph, heading = "Evidence graph") {
  evidence = subgraph;
  opened = [];
  chosen = null;
  walk = null;
  off.clear();
  graph = graphOf(subgraph);
  byId("graph").hidden = graph.things.size === 0;
  byId("graph-heading").textContent = heading;
  fill(byId("node"));
  redraw();
}

/** Show the route "graph": a search, and nothing drawn yet. */
export function showSearch() {
  showEvidence(NOTHING);
  byId("graph").hidden = false;
  byId("graph-heading").textContent = "Explore the graph";
  byId("graph-words").focus({ preventScroll: true });
  return "Explore";
}

/** Show the route "node": a walk through the graph that begins at a node. */
export async function showNode({ id, query, signal, before }) {
  if (before !== "node") showEvidence(NOTHING);
  const found = await around(id);
  if (signal.aborted) return null;
  const { type } = found.center;
  if (type === "document") return go("document", id, {}, { replace: true });
  if (type === "sentence") return go("document", id.replace(/#[^#]*$/, ""), { sentence: id }, { replace: true });
  if (evidence !== NOTHING || walk !== found.center.id) off.clear();
  evidence = NOTHING;
  walk = found.center.id;
  byId("graph").hidden = false;
  await look(query, signal);
  const name = thingOf(graph, walk)?.name ?? found.center.name;
  byId("graph-heading").textContent = `Around ${plain(name).slice(0, 60)}`;
  return name;
}

/** Show what the address chooses within the graph: the nodes that are opened (`around`) and the one described (`node`). */
export async function look(query, signal) {
  const node = query.get("node") ?? walk;
  const wanted = [...new Set([walk, ...query.getAll("around")].filter(Boolean))];
  const found = await Promise.all(wanted.map(around));
  const described = node ? await around(node) : null;
  if (signal.aborted) return;
  if (described && !inSight(found, node) && !inSight(found, described.center.id)) found.push(described);
  if (found.length !== opened.length || found.some((each, at) => each !== opened[at])) compose(found);
  chosen = described ? thingOf(graph, node) ?? thingOf(graph, described.center.id) : null;
  byId("graph-back").hidden = walk !== null || (!found.length && !chosen);
  describe(described);
}

function inSight(found, id) {
  return thingOf(graphWith(found), id) !== null;
}

/** Go to the address at which a node is described; one of the numbers of further neighbours opens them. */
export function choose(id) {
  if (id.startsWith(MORE)) openMore(id);
  else if (["question", "node"].includes(here().name)) amend({ node: id });
  else go("node", id);
}

/** Go to the address at which the neighbours of a node are drawn. */
export function expand(id) {
  if (id.startsWith(MORE)) openMore(id);
  else amend({ ...(id === walk ? {} : { around: [...new Set([...here().query.getAll("around"), id])] }), node: id });
}

/** Set forth what a sentence, an assertion or a node brought to the evidence; one without a text to show leads to the drawing. */
export function markCited({ sentence_id: sentence, assertion_id: assertion, node_id: cited }) {
  const near = new Set();
  for (const { head, tail, edges } of graph.relations.values()) {
    const told = edges.some(({ id, properties }) => id === assertion || (sentence && [properties?.sentence_id ?? properties?.sentence_ids].flat().includes(sentence)));
    if (told) near.add(head).add(tail);
  }
  for (const node of evidence.nodes) if (node.id === cited || (sentence && node.properties?.sentence_id === sentence)) near.add(graph.known.get(node.id));
  mark(null, near.size ? near : null);
  if (sentence || !near.size) return;
  show(byId("drawing"));
  byId("node-told").textContent = `Marked in the graph: ${[...near].map((id) => plain(graph.things.get(id)?.name)).join(", ")}`;
}

function mark(...what) {
  marked = what;
  drawing?.mark(...what);
}

function compose(found) {
  opened = found;
  graph = graphWith(found);
  redraw();
}

function graphWith(found) {
  const all = graphOf(evidence);
  for (const each of found) join(all, drawnParts(each));
  return all;
}

async function openMore(id) {
  const [at, number] = id.slice(MORE.length).split(":").map(Number);
  await grow(opened[at], opened[at].groups[number]);
  compose(opened);
  if (chosen) describe(await around(chosen.id));
}

function describe(found) {
  if (!found || !chosen) {
    fill(byId("node"));
    byId("node-told").textContent = "";
    mark(null);
    return;
  }
  const near = new Set([chosen.id, ...touching(graph, chosen.id).flatMap(({ head, tail }) => [head, tail])]);
  mark(chosen.id, walk === chosen.id ? null : near);
  const shown = opened.includes(found);
  byId("node-told").textContent = `${plain(chosen.name)}, ${kind(chosen.node)}: ${amount(countOf(found), "neighbour")}`;
  fill(byId("node"), nodePanel(chosen, found, { choose, expand: shown ? null : () => expand(chosen.id), count: countOf(found), centred: walk === found.center.id }));
}

function redraw() {
  const all = [...graph.things.values()];
  byId("picture").hidden = all.length === 0;
  if (!all.length) return;
  showLegend(all);
  fill(byId("graph-list"), relationList(graph, { choose }));
  byId("graph-list-count").textContent = amount(graph.relations.size, "relation");
  if (!window.cytoscape) return loadLibrary();
  drawing ??= new Drawing(byId("drawing"), { choose, expand });
  const visible = all.filter((thing) => thing.id === walk || !off.has(kind(thing.node)));
  const ids = new Set(visible.map(({ id }) => id));
  const relations = [...graph.relations.values()].filter(({ head, tail }) => ids.has(head) && ids.has(tail));
  const { more, places } = furtherNeighbours(ids);
  drawing.show({
    things: [...visible, ...more.map(({ thing }) => thing)],
    relations: [...relations, ...more.map(({ relation }) => relation)],
    center: opened.length === 1 && evidence === NOTHING ? walk : null,
    rank: (id) => places.get(id) ?? 1e6,
  });
}

/** Fetch what draws, when there is something to draw: it is larger than all else of the page. */
function loadLibrary() {
  import("./cytoscape.min.js").then(() => { redraw(); mark(...marked); }, () => tell({ message: "The graph cannot be drawn: the service does not answer. Its relations are listed below." }));
}

/** The nodes that stand for neighbours which are not drawn, and the order of groups around a center. */
function furtherNeighbours(ids) {
  const more = [];
  const places = new Map();
  opened.forEach((found, at) => found.groups.forEach((group, number) => {
    const center = thingOf(graph, found.center.id)?.id;
    group.nodes.forEach(({ id }, place) => { const thing = thingOf(graph, id)?.id; if (!places.has(thing)) places.set(thing, number * 1000 + place); });
    const left = group.total - group.drawn;
    if (left <= 0 || !ids.has(center) || off.has(kind(group.nodes[0]))) return;
    const id = `${MORE}${at}:${number}`;
    places.set(id, number * 1000 + 999);
    more.push({ thing: { id, name: `${left.toLocaleString("en")} more`, more: true }, relation: { id: `${id}:edge`, head: center, tail: id, says: "", open: true } });
  }));
  return { more, places };
}

function showLegend(things) {
  const entries = legend(things.map(({ node }) => node));
  fill(byId("legend"), entries.map(({ name, colour, shape, count }) => {
    const sign = element("span", { class: `sign ${shape}`, "aria-hidden": "true" });
    sign.style.backgroundColor = colour;
    const flip = () => {
      if (!off.delete(name)) off.add(name);
      redraw();
      byId("legend").querySelector(`[data-kind="${CSS.escape(name)}"]`)?.focus();
    };
    return element("li", {}, element("button", { type: "button", class: "kind", "data-kind": name, "aria-pressed": String(!off.has(name)), click: flip }, sign, name, element("span", { class: "muted" }, ` ${count}`)));
  }));
}

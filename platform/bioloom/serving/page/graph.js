// The evidence graph: its drawing, its legend, the same as a table, and what is around a chosen node.

import { Problem, neighbourhood } from "./api.js";
import { Drawing } from "./drawing.js";
import { byId, element, fill, plain } from "./element.js";
import { graphOf, join, stated, touching } from "./graph-data.js";
import { nodePanel } from "./node-panel.js";
import { legend } from "./palette.js";
import { amend, go, here } from "./router.js";

let drawing = null;
let evidence = { nodes: [], edges: [] };
let graph = graphOf();
let chosen = 0;
let chosenNode = null;

/** Make the tools of the view work. */
export function startGraph() {
  byId("zoom-in").addEventListener("click", () => drawing?.by(1.4));
  byId("zoom-out").addEventListener("click", () => drawing?.by(1 / 1.4));
  byId("zoom-fit").addEventListener("click", () => drawing?.fit());
  byId("graph-back").addEventListener("click", () => amend({ node: null }));
}

/** Show the route "node": a walk through the graph that begins at a node. */
export async function showNode({ id, before }) {
  if (before !== "node") showEvidence({ nodes: [], edges: [] });
  await lookAround(id);
  return graph.nodes.get(chosenNode)?.name ?? id;
}

/** Draw the evidence of an answer; without any the graph is hidden. */
export function showEvidence(subgraph) {
  evidence = subgraph;
  graph = graphOf(subgraph);
  chosenNode = null;
  chosen += 1; // what is still on its way belongs to an older graph
  byId("graph").hidden = graph.nodes.size === 0;
  byId("graph-back").hidden = true;
  byId("graph-heading").textContent = "Evidence graph";
  fill(byId("node"));
  if (graph.nodes.size) redraw();
}

/** Set forth what a sentence or an assertion brought to the evidence. */
export function markCited({ sentence_id: sentence, assertion_id: assertion }) {
  const near = new Set();
  for (const edge of graph.edges.values()) {
    const told = edge.properties?.sentence_id ?? edge.properties?.sentence_ids;
    if (edge.id === assertion || (sentence && [told].flat().includes(sentence))) near.add(edge.subject).add(edge.object);
  }
  for (const node of graph.nodes.values()) if (sentence && node.properties?.sentence_id === sentence) near.add(node.id);
  drawing?.mark(null, near.size ? near : null);
}

/** Go to the address of a node: within the evidence of an answer, or by itself. */
export function choose(id) {
  if (here().name === "question") amend({ node: id });
  else go("node", id);
}

/** Show the evidence of the answer again after a look at a node. */
export function backToEvidence() {
  if (chosenNode !== null) showEvidence(evidence);
}

/** Say what a node is and add what is around it. */
export async function lookAround(id, { cursor = null } = {}) {
  const turn = ++chosen;
  byId("graph").hidden = false;
  const known = graph.nodes.get(id);
  if (known) describe(known, { waiting: true });
  try {
    const found = await neighbourhood(id, cursor);
    if (turn !== chosen) return;
    join(graph, { nodes: [found.center, ...found.nodes], edges: found.edges });
    chosenNode = found.center.id;
    byId("graph-back").hidden = evidence.nodes.length === 0;
    byId("graph-heading").textContent = `Around ${plain(found.center.name).slice(0, 60)}`;
    redraw(found.center.id);
    describe(graph.nodes.get(found.center.id), { next: found.next });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!known) throw error;
    if (turn === chosen) describe(known, { trouble: error.message });
  }
}

function describe(node, state) {
  const edges = touching(graph, node.id);
  const others = new Set([node.id, ...edges.flatMap((edge) => [edge.subject, edge.object])]);
  drawing?.mark(node.id, others);
  fill(byId("node"), nodePanel(node, edges, graph.nodes, { ...state, choose, lookAround }));
}

function redraw(center = null) {
  drawing ??= new Drawing(byId("drawing"), choose);
  drawing.show(graph, center);
  const entries = legend(graph.nodes.values());
  fill(byId("legend"), entries.map(({ name, colour, count }) => {
    const dot = element("span", { class: "dot", "aria-hidden": "true" });
    dot.style.backgroundColor = colour;
    return element("li", {}, dot, name, element("span", { class: "muted" }, ` ${count}`));
  }));
  fill(byId("graph-table"), table());
}

function table() {
  const cell = (id) => element("button", { type: "button", class: "as-text", click: () => choose(id) }, graph.nodes.get(id).name || id);
  const rows = [...graph.edges.values()].map((edge) => {
    const { head, relation, tail } = stated(edge);
    const said = element("td", { class: edge.negated ? "denied" : null }, `${edge.negated ? "not " : ""}${relation}`);
    return element("tr", {}, element("td", {}, cell(head)), said, element("td", {}, cell(tail)));
  });
  const head = element("tr", {}, ...["From", "Relation", "To"].map((name) => element("th", { scope: "col" }, name)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, rows));
}

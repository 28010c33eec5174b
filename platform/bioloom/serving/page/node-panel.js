// What is known of one node: its kind, its properties, and each relation with where it comes from.

import { element, link, plain, words } from "./element.js";
import { stated } from "./graph-data.js";
import { colour, kind } from "./palette.js";

const HIDDEN = /^(start|end|record_hash|normalised|name_keys|document_id|sentence_id|biolink_version|assumed|index)$/;
const MOST_VALUES = 6;

/** Describe a node; `choose` is called with the id of a neighbour, `lookAround` with the cursor of more neighbours. */
export function nodePanel(node, edges, nodes, { choose, lookAround, waiting = false, next = null, trouble = null }) {
  const dot = element("span", { class: "dot", "aria-hidden": "true" });
  dot.style.backgroundColor = colour(node);
  const properties = Object.entries(node.properties ?? {}).filter(([name]) => !HIDDEN.test(name));
  return element("section", { class: "about", "aria-label": `About ${plain(node.name)}` },
    element("h3", {}, dot, node.name || node.id),
    element("p", { class: "muted" }, `${kind(node)} · `, element("code", {}, node.id)),
    properties.length ? element("dl", {}, properties.map(([name, value]) => [element("dt", {}, words(name)), element("dd", {}, values(value))])) : null,
    element("ul", { class: "relations" }, edges.map((edge) => relation(edge, node, nodes, choose))),
    waiting ? element("p", { class: "muted" }, "Looking around…") : null,
    trouble ? element("p", { class: "trouble" }, `Its neighbours could not be read: ${trouble}`) : null,
    next ? element("button", { type: "button", class: "quiet", click: () => lookAround(node.id, { cursor: next }) }, "More around it") : null);
}

function relation(edge, node, nodes, choose) {
  const { head, relation: name, tail } = stated(edge);
  const other = head === node.id ? tail : head;
  const button = element("button", { type: "button", class: "as-text", click: () => choose(other) }, nodes.get(other)?.name || other);
  const said = element("span", { class: edge.negated ? "denied" : null }, `${edge.negated ? "not " : ""}${name}`);
  const source = edge.properties?.primary_knowledge_source;
  const confidence = edge.properties?.extraction_confidence_score;
  return element("li", {},
    head === node.id ? [said, " ", button] : [button, " ", said, " it"],
    edge.negated ? element("span", { class: "badge denied" }, "evidence against") : null,
    edge.derived ? element("span", { class: "badge" }, "derived") : null,
    element("span", { class: "muted" }, [source && words(source), confidence && Number(confidence).toFixed(2)].filter(Boolean).map((part) => ` · ${part}`).join("")));
}

function values(value) {
  const all = [value].flat();
  const shown = all.slice(0, MOST_VALUES).flatMap((each, at) => [at ? ", " : "", link(each, String(each))]);
  return all.length > MOST_VALUES ? [...shown, ` and ${all.length - MOST_VALUES} more`] : shown;
}

// The graph as a list of sentences: what the picture says, for screen readers and for whoever would rather read.

import { element } from "./element.js";

/** One item a relation, by the thing that it begins at; `choose` is called with the id of a thing. */
export function relationList(graph, { choose }) {
  const thing = (id) => element("button", { type: "button", class: "as-text", click: () => choose(id) }, graph.things.get(id).name || id);
  const relations = [...graph.relations.values()].sort((one, other) => nameOf(graph, one.head).localeCompare(nameOf(graph, other.head)) || one.says.localeCompare(other.says));
  return element("ul", { class: "relations" }, relations.map((relation) => element("li", {},
    thing(relation.head), " ", element("span", { class: relation.negated ? "denied" : null }, relation.says), " ", thing(relation.tail),
    relation.context ? `, ${relation.context}` : "",
    badges(relation))));
}

/** What marks a relation beside its words. */
export function badges({ negated, derived, edges }) {
  return [
    negated ? element("span", { class: "badge denied" }, "evidence against") : null,
    derived ? element("span", { class: "badge" }, "derived") : null,
    edges.length > 1 ? element("span", { class: "badge" }, `${edges.length} statements`) : null,
  ];
}

function nameOf(graph, id) {
  return graph.things.get(id).name ?? id;
}

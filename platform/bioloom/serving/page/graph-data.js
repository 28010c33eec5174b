// Nodes and edges as the service sends them, joined into one graph that grows as one looks around.

import { words } from "./element.js";

/** Start a graph from {nodes, edges}; each node and edge stands once, by its id. */
export function graphOf(parts = { nodes: [], edges: [] }) {
  return join({ nodes: new Map(), edges: new Map() }, parts);
}

/** Add nodes and edges to a graph; edges whose ends are unknown are left out. Gives the graph. */
export function join(graph, { nodes, edges }) {
  for (const node of nodes) if (!graph.nodes.has(node.id)) graph.nodes.set(node.id, node);
  for (const edge of edges) {
    if (graph.nodes.has(edge.subject) && graph.nodes.has(edge.object)) graph.edges.set(edge.id, edge);
  }
  return graph;
}

/** Head, relation and tail as they read best: within a text its own words and direction, else Biolink's. */
export function stated(edge) {
  const own = edge.original_predicate && edge.properties?.sentence_id;
  const turned = own && edge.properties.original_subject === edge.object;
  return {
    head: turned ? edge.object : edge.subject,
    relation: words(own ? edge.original_predicate : edge.predicate),
    tail: turned ? edge.subject : edge.object,
  };
}

/** The edges that touch a node. */
export function touching(graph, id) {
  return [...graph.edges.values()].filter((edge) => edge.subject === id || edge.object === id);
}

/** Pairs of nodes of which some statements say a thing and others deny it. */
export function conflicts({ nodes, edges }) {
  const pairs = new Map();
  for (const edge of edges) {
    const key = [edge.subject, edge.object].sort().join("\n");
    const pair = pairs.get(key) ?? { said: [], denied: [] };
    (edge.negated ? pair.denied : pair.said).push(edge);
    pairs.set(key, pair);
  }
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  return [...pairs.values()]
    .filter((pair) => pair.said.length && pair.denied.length)
    .map((pair) => ({
      ...pair,
      subject: names.get(pair.denied[0].subject) ?? pair.denied[0].subject,
      object: names.get(pair.denied[0].object) ?? pair.denied[0].object,
    }));
}

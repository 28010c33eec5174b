// Merged graph: one node a thing and one edge a relation, out of nodes and edges as the service sends them.
//
// A mention is drawn as the entity that it denotes. One that denotes none is drawn as the thing of the same name, if
// that is no action and no measured value: two steps that "add", or that take "5 min", are two. Entities that were
// minted for a name of texts are one where their names are, whatever types the texts gave them.

const MINTED = /^bioloom:[^.]*\./;
const MOST_SUPPORT = 50;
const MEASURED = new Set(["time", "temperature", "speed", "force", "volume", "mass", "concentration", "length", "size", "times", "number", "energy", "ph"]);

/** Start a graph from {nodes, edges}. */
export function graphOf(parts = { nodes: [], edges: [] }) {
  return join({ things: new Map(), relations: new Map(), known: new Map(), named: new Map() }, parts);
}

/** Add nodes and edges; edges whose ends are unknown are left out. Gives the graph. */
export function join(graph, { nodes, edges }) {
  const entitiesFirst = [...nodes].sort((one, other) => Number(isMention(one)) - Number(isMention(other)));
  for (const node of entitiesFirst) addNode(graph, node);
  for (const edge of edges) addEdge(graph, edge);
  return graph;
}

/** Whether an id was minted for a name of texts. */
export function isMinted(id) {
  return MINTED.test(id);
}

/** The thing that stands for a node. */
export function thingOf(graph, id) {
  return graph.things.get(graph.known.get(id) ?? graph.named.get(nameOfMinted(id)) ?? id) ?? null;
}

/** The relations that touch a thing. */
export function touching(graph, id) {
  return [...graph.relations.values()].filter(({ head, tail }) => head === id || tail === id);
}

function addNode(graph, node) {
  if (graph.known.has(node.id) && graph.things.get(graph.known.get(node.id)).members.has(node.id)) return;
  const id = placeOf(graph, node);
  const thing = graph.things.get(id) ?? { id, node, name: node.name || id, members: new Map(), called: new Map() };
  graph.things.set(id, thing);
  graph.known.set(node.id, id);
  if (node.properties?.entity) graph.known.set(node.properties.entity, id);
  const name = MINTED.test(node.id) ? nameOfMinted(node.id) : nameable(node) ? bare(node.name) : null;
  if (name && !graph.named.has(name)) graph.named.set(name, id);
  thing.members.set(node.id, node);
  thing.node = typical(thing);
  if (isMention(node)) call(thing, node.name);
}

/** The id of the thing that a node belongs to: that of its entity, of the thing of its name, or its own. */
function placeOf(graph, node) {
  const entity = isMention(node) ? node.properties.entity : node.id;
  if (entity) return graph.known.get(entity) ?? graph.named.get(nameOfMinted(entity)) ?? entity;
  return (nameable(node) && graph.named.get(bare(node.name))) || node.id;
}

/** The member that says what kind of thing it is: an entity before mentions, the kind that most of them have. */
function typical({ members }) {
  const all = [...members.values()];
  const entities = all.filter((node) => !isMention(node));
  const real = entities.find((node) => !MINTED.test(node.id));
  if (real) return real;
  const counts = new Map();
  for (const { category } of all) counts.set(category, (counts.get(category) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return (entities.length ? entities : all).find(({ category }) => counts.get(category) === most) ?? all[0];
}

/** Note a name by which a text calls a thing; the most frequent one is shown. */
function call(thing, name) {
  if (!name) return;
  thing.called.set(name, (thing.called.get(name) ?? 0) + 1);
  thing.name = [...thing.called].sort(([, one], [, other]) => other - one)[0][0];
}

function addEdge(graph, edge) {
  const { head, phrase: says, tail } = edge.stated;
  const [from, to] = [thingOf(graph, head)?.id, thingOf(graph, tail)?.id];
  if (!from || !to) return;
  const more = qualifiers(graph, edge);
  const key = [from, says, to, more].join("\n");
  const relation = graph.relations.get(key)
    ?? { id: key, head: from, tail: to, says, context: more, negated: edge.negated, derived: edge.derived, effect: effect(edge), edges: [] };
  if (!relation.edges.some(({ id }) => id === edge.id)) relation.edges.push(edge);
  graph.relations.set(key, relation);
  callByText(graph, edge.subject, edge.properties?.original_subject);
  callByText(graph, edge.object, edge.properties?.original_object);
  for (const { subject, object } of supportOf(edge)) {
    callByText(graph, subject?.id, subject?.name);
    callByText(graph, object?.id, object?.name);
  }
}

/** The places in texts that support a claim, as the graph keeps them: one JSON text each. */
function supportOf({ properties = {} }) {
  return [properties.support].flat().filter(Boolean).slice(0, MOST_SUPPORT).flatMap((text) => {
    try {
      return [JSON.parse(text) ?? {}];
    } catch {
      return []; // a source's own property of this name
    }
  });
}

/** A minted name is a normal form ("p 62"); where a claim kept the words of its text ("p62"), these are shown. */
function callByText(graph, id, text) {
  const thing = typeof id === "string" ? thingOf(graph, id) : null;
  if (thing && typeof text === "string" && MINTED.test(id) && bare(text) === bare(thing.node.name)) call(thing, text);
}

/** What the sentence of an edge says beside its ends and the words between them: "by inhibition". */
function qualifiers(graph, { stated: { head, phrase, tail, sentence } }) {
  const [subject, object] = [head, tail].map((id) => thingOf(graph, id).members.get(id)?.name ?? id);
  const [before, after] = sentence.split(`${subject} ${phrase} ${object}`);
  return after === undefined ? "" : [before, after].map((part) => part.trim()).filter(Boolean).join(", ");
}

/** The direction of an effect, for the shape of its arrow: "up", "down" or null. */
function effect({ properties = {} }) {
  const direction = String(properties.object_direction_qualifier ?? "");
  return /^(increased|upregulated)/.test(direction) ? "up" : /^(decreased|downregulated)/.test(direction) ? "down" : null;
}

function isMention(node) {
  return node.properties?.sentence_id !== undefined;
}

function nameable(node) {
  const { type, properties = {} } = node;
  return isMention(node) && Boolean(bare(node.name)) && type !== "verb" && !("value" in properties) && !("si_value" in properties) && !MEASURED.has(type);
}

/** A name without case, spaces and signs: "p62" and "p 62" are one. */
function bare(name) {
  return String(name ?? "").normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The name in a minted id, bare; null for other ids. */
function nameOfMinted(id) {
  if (!MINTED.test(id)) return null;
  try {
    return bare(decodeURIComponent(id.replace(MINTED, "")));
  } catch {
    return bare(id.replace(MINTED, ""));
  }
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

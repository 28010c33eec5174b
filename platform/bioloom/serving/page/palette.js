// The colours of Neo4j Browser's style, so that a thing looks the same there and here.

import { words } from "./element.js";

let colours = {};

/** Fetch the colours: they are a file of the page and need no token. */
export async function loadPalette() {
  const response = await fetch("/page/palette.json");
  if (response.ok) colours = await response.json();
}

/** The label whose colour a node has: its BioPIE type, else its category, else what kind of record it is. */
function label(node) {
  const own = `biopie:${String(node.type ?? "").replace(/ /g, "_")}`;
  const record = String(node.type ?? "").replace(/^./, (first) => first.toUpperCase());
  return [own, node.category, node.type, record].find((name) => name && colours[name]) ?? "biolink:NamedThing";
}

/** The fill of a node. */
export function colour(node) {
  return colours[label(node)] ?? "#818793";
}

/** The fill of a native type, such as `time`. */
export function typeColour(type) {
  return colour({ type });
}

/** What kind of thing a node is, in words: its category, and its type where that says more. */
export function kind(node) {
  const category = words(node.category ?? node.type ?? "thing");
  const type = words(node.type ?? "");
  return label(node).startsWith("biopie:") && type && type !== category ? `${category}: ${type}` : category;
}

/** Families of kinds, each with the shape of its nodes: colour alone tells nothing to many readers. */
const SHAPES = [
  ["round-rectangle", /verb|method|procedure|treatment/],
  ["hexagon", /small molecule|chemical|drug|blend|polymer|nutrient|food|molecular mixture|compound/],
  ["diamond", /disease|phenotyp|adverse|pathologic/],
  ["round-triangle", /process|pathway|activity|physiolog|molecular function|\bevent\b/],
  ["pentagon", /anatom|organ\b|tissue|cell|cellular component/],
  ["round-tag", /time|temperature|volume|mass|concentration|speed|force|size|length|number|energy|attribute|state|\bph\b/],
  ["octagon", /device|container|consumable|part|software|physical entity|information|position|environment/],
  ["star", /taxon|animal|plant|organism/],
  ["ellipse", /./],
];

/** The shape of a node, by what kind of thing it is. */
export function shape(node) {
  return SHAPES.find(([, words]) => words.test(kind(node)))[0];
}

/** Entries of a legend for these nodes, most frequent first. */
export function legend(nodes) {
  const kinds = new Map();
  for (const node of nodes) {
    const entry = kinds.get(kind(node)) ?? { name: kind(node), colour: colour(node), shape: shape(node), count: 0 };
    entry.count += 1;
    kinds.set(entry.name, entry);
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}

// Surroundings of nodes: groups of neighbours as the service gives them, kept while the page is open, each growing on demand.

import { neighbours } from "./api.js";

const KEPT = 60;
const AT_FIRST = 8;
const DRAWN = 56;
const NEXT = 25;
const REST = 40;
const LEAST = 3;
const kept = new Map();

/** What stands around a node: its center, and its groups with what is drawn of each. */
export async function around(id) {
  const had = kept.get(id);
  if (had) return had;
  const { center, groups } = await neighbours(id, { first: AT_FIRST });
  const each = Math.max(LEAST, Math.min(AT_FIRST, Math.floor(DRAWN / Math.max(1, groups.length))));
  let room = DRAWN;
  const found = {
    center,
    groups: groups.map((group) => {
      const drawn = Math.max(0, Math.min(each, group.edges.length, room));
      room -= drawn;
      return { ...group, drawn };
    }),
  };
  kept.set(id, found);
  kept.set(center.id, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

/** Draw more of a group: what is here already, then the next page of the service, the last one whole. */
export async function grow(found, group) {
  if (group.drawn < group.edges.length) {
    group.drawn = group.edges.length;
  } else if (group.next) {
    const left = group.total - group.edges.length;
    const { groups: [page] } = await neighbours(found.center.id, { first: left <= REST ? left : NEXT, cursor: group.next });
    group.nodes.push(...page.nodes);
    group.edges.push(...page.edges);
    group.next = page.next;
    group.drawn = group.edges.length;
  }
}

/** The nodes and edges that are drawn of these surroundings. */
export function drawnParts({ center, groups }) {
  const edges = groups.flatMap((group) => group.edges.slice(0, group.drawn));
  const ends = new Set(edges.flatMap(({ subject, object }) => [subject, object]));
  return { nodes: [center, ...groups.flatMap(({ nodes }) => nodes.filter(({ id }) => ends.has(id)))], edges };
}

/** How many neighbours there are in all. */
export function countOf({ groups }) {
  return groups.reduce((sum, { total }) => sum + total, 0);
}

addEventListener("graph-changed", () => kept.clear());

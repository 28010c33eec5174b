// Layout of a graph: a star around one thing, springs for anything else; boxes of nodes with their labels do not overlap.

const LINE = 19;
const GAP = 12;
const PASSES = 250;
const FEW = 3;
const MANY = 6;
const WIDE_LINE = 64;
const NARROWEST = 30;
const SHORTEST_EDGE = 240;
const EDGE = 70;
const LONGEST_EDGE = 1.5;

/** Places by id, {x, y, side}: side is where the label stands. `box` gives the size of a label in pixels. */
export function layOut({ things, relations, center, rank, box, room, springs }) {
  const hub = things.find((id) => (center === null || id === center) && relations.every(({ head, tail }) => head === id || tail === id));
  const others = things.filter((id) => id !== hub);
  const least = center === null ? MANY : FEW;
  if (hub !== undefined && relations.length >= others.length && others.length >= least) {
    return starOf(hub, others.sort((one, other) => rank(one) - rank(other)), box, room);
  }
  return partOverlaps(stretched(springs(), room), box, relations);
}

/** Neighbours on both sides of the center, or on its right where their labels leave no room for two; a line each, in the order given. */
function starOf(center, others, box, room) {
  const reach = Math.max(...others.map((id) => box(id).width));
  const two = room.width / 2 - reach - EDGE / 2 >= NARROWEST;
  const places = new Map([[center, { x: 0, y: 0, side: two ? "below" : "above" }]]);
  const half = two ? Math.ceil(others.length / 2) : others.length;
  const height = Math.max((half - 1) * LINE, Math.min(room.height - EDGE, (half - 1) * WIDE_LINE));
  const across = two ? Math.min(Math.max(height / 2 + 80, SHORTEST_EDGE), room.width / 2 - reach - EDGE / 2)
    : Math.min(SHORTEST_EDGE, room.width - reach - box(center).width / 2 - EDGE / 2 - GAP);
  const width = Math.max(NARROWEST, across);
  others.forEach((id, at) => {
    const right = at < half;
    const line = right ? at : others.length - 1 - at; // downwards on the right, upwards on the left
    const lines = right ? half : others.length - half;
    const along = lines === 1 ? 0 : (line / (lines - 1)) * 2 - 1;
    const bend = Math.sqrt(Math.max(0, 1 - (two ? 0.75 : 0.2) * along * along));
    places.set(id, { x: (right ? 1 : -1) * width * bend, y: (along * height) / 2, side: right ? "right" : "left" });
  });
  return places;
}

/** Turn the longer way of a graph into the longer way of its room, and let it fill the room. */
function stretched(places, room) {
  const points = [...places].map(([id, { x, y }]) => ({ id, x, y }));
  const size = () => ({ wide: extent(points, "x"), high: extent(points, "y") });
  const { wide, high } = size();
  if (wide > high !== room.width > room.height) for (const point of points) [point.x, point.y] = [point.y, -point.x];
  const now = size();
  const [across, along] = [Math.min(LONGEST_EDGE, (room.width - 2 * EDGE) / now.wide), Math.min(LONGEST_EDGE, (room.height - EDGE) / now.high)];
  for (const point of points) Object.assign(point, { x: point.x * across, y: point.y * along });
  return points;
}

/** Push nodes apart until no box of a node and its label lies over another; a label stands away from what comes from below. */
function partOverlaps(points, box, relations) {
  const boxes = points.map((point) => ({ ...point, ...box(point.id) }));
  for (let pass = 0; pass < PASSES && pushOnce(boxes); pass += 1);
  const heights = new Map(boxes.map(({ id, y }) => [id, y]));
  const topmost = (id, y) => {
    const ends = relations.flatMap(({ head, tail }) => (head === id ? tail : tail === id ? head : []));
    return ends.length > 0 && ends.every((end) => heights.get(end) > y + LINE);
  };
  return new Map(boxes.map(({ id, x, y }) => [id, { x, y, side: topmost(id, y) ? "above" : "below" }]));
}

function pushOnce(points) {
  let moved = false;
  for (let at = 0; at < points.length; at += 1) {
    for (let next = at + 1; next < points.length; next += 1) {
      const [one, other] = [points[at], points[next]];
      const wide = (one.width + other.width) / 2 + GAP;
      const high = (one.height + other.height) / 2 + GAP / 2;
      const [across, along] = [other.x - one.x, other.y - one.y];
      const [over, under] = [wide - Math.abs(across), high - Math.abs(along)];
      if (over <= 0 || under <= 0) continue;
      moved = true;
      if (over < under) shift(one, other, "x", (across < 0 ? -1 : 1) * (over / 2 + 0.5));
      else shift(one, other, "y", (along < 0 ? -1 : 1) * (under / 2 + 0.5));
    }
  }
  return moved;
}

function shift(one, other, axis, by) {
  one[axis] -= by;
  other[axis] += by;
}

/** Where nodes begin: a spiral by the golden angle spreads them without chance. */
export function spiral(at) {
  return { x: (30 + 11 * at) * Math.cos(2.4 * at), y: (30 + 11 * at) * Math.sin(2.4 * at) };
}

/** How far points lie apart on one axis; 1 where they do not. */
export function extent(points, axis) {
  const values = points.map((point) => point[axis]);
  return Math.max(...values) - Math.min(...values) || 1;
}

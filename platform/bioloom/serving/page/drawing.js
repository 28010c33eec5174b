// A graph drawn with D3: nodes that can be dragged, reached by keyboard and chosen; a view that pans and zooms.

import { drawn, plain, still } from "./element.js";
import { stated } from "./graph-data.js";
import { colour, kind } from "./palette.js";

const d3 = window.d3;
const RADIUS = 13;
const NAMED_EDGES = 16;
const LONGEST = 24;
const SETTLE = 300;

/** Draw into `place`; `chosen` is called with the id of a node that is clicked or entered. */
export class Drawing {
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    this.points = new Map();
    this.zoom = d3.behavior.zoom().scaleExtent([0.2, 4]).on("zoom", () => this.#moved());
    this.svg = d3.select(place).append("svg").attr("role", "group").call(this.zoom);
    this.svg.on("wheel.zoom", null).on("dblclick.zoom", null); // the page must scroll past the graph
    this.svg.on("wheel", () => this.#wheeled());
    this.svg.on("keydown", () => this.#pressed());
    this.svg.node().append(drawn("defs", {}, arrow("arrow"), arrow("arrow-denied")));
    this.view = this.svg.append("g");
    this.edgeLayer = this.view.append("g").attr("class", "edges");
    this.nodeLayer = this.view.append("g").attr("class", "nodes");
    new ResizeObserver(() => this.fit(0)).observe(place);
  }

  /** Show a graph; nodes that were there keep about their places, new ones start beside `center`. */
  show(graph, center = null) {
    const origin = this.points.get(center) ?? { x: 0, y: 0 };
    const points = [...graph.nodes.values()].map((node, at) => {
      const turn = 2.4 * at; // the golden angle spreads them without chance
      const start = { x: origin.x + (40 + 9 * at) * Math.cos(turn), y: origin.y + (30 + 6 * at) * Math.sin(turn) };
      return Object.assign(this.points.get(node.id) ?? start, { node, id: node.id });
    });
    this.points = new Map(points.map((point) => [point.id, point]));
    const links = [...graph.edges.values()].map((edge) => {
      const { head, relation, tail } = stated(edge);
      return { edge, relation, source: this.points.get(head), target: this.points.get(tail), bend: 0 };
    });
    bendParallels(links);
    settle(points, links.filter((link) => link.source !== link.target));
    this.#draw(points, links);
    this.fit();
  }

  /** Mark the chosen node, and set the rest back except what is in `near`. */
  mark(id, near = null) {
    this.nodeLayer.selectAll(".node")
      .classed("chosen", (point) => point.id === id)
      .classed("aside", (point) => near !== null && !near.has(point.id))
      .attr("tabindex", (point, at) => ((id ? point.id === id : at === 0) ? 0 : -1))
      .attr("aria-pressed", (point) => String(point.id === id));
    const touched = (link) => id !== null && (link.source.id === id || link.target.id === id);
    const edges = this.edgeLayer.selectAll(".edge");
    const few = edges.filter(touched).size() <= NAMED_EDGES;
    edges
      .classed("aside", (link) => near !== null && !(near.has(link.source.id) && near.has(link.target.id)))
      .classed("near", (link) => few && touched(link));
  }

  /** Zoom by a factor about the middle, or about a point of the drawing. */
  by(factor, about = null, time = 200) {
    const { width, height } = this.#size();
    const [x, y] = about ?? [width / 2, height / 2];
    const [left, top] = this.zoom.translate();
    const scale = Math.min(4, Math.max(0.2, this.zoom.scale() * factor));
    const grown = scale / this.zoom.scale();
    this.#look(scale, [x - (x - left) * grown, y - (y - top) * grown], time);
  }

  /** Bring all of the graph into view. */
  fit(time = 300) {
    const points = [...this.points.values()];
    const { width, height } = this.#size();
    if (!points.length || !width) return;
    const [left, right] = d3.extent(points, (point) => point.x);
    const [top, bottom] = d3.extent(points, (point) => point.y);
    const scale = Math.min(1.25, width / (right - left + 150), height / (bottom - top + 90));
    const middle = [(left + right) / 2, (top + bottom) / 2 + 8];
    this.#look(scale, [width / 2 - middle[0] * scale, height / 2 - middle[1] * scale], time);
  }

  #draw(points, links) {
    const drag = d3.behavior.drag().origin((point) => point)
      .on("dragstart", () => d3.event.sourceEvent.stopPropagation())
      .on("drag", (point) => {
        Object.assign(point, { x: d3.event.x, y: d3.event.y, px: d3.event.x, py: d3.event.y, fixed: true });
        this.#place(0);
      });
    const nodes = this.nodeLayer.selectAll(".node").data(points, (point) => point.id);
    nodes.exit().remove();
    const added = nodes.enter().append("g").attr("class", "node").attr("role", "button").call(drag)
      .attr("transform", (point) => `translate(${point.x},${point.y})`)
      .on("click", (point) => d3.event.defaultPrevented || this.chosen(point.id));
    added.append("circle").attr("class", "ring").attr("r", RADIUS + 5);
    added.append("circle").attr("class", "dot").attr("r", RADIUS);
    added.append("text").attr("y", RADIUS + 15);
    nodes.attr("aria-label", (point) => `${plain(point.node.name)}, ${kind(point.node)}`);
    nodes.select(".dot").attr("fill", (point) => colour(point.node));
    nodes.select("text").text((point) => short(point.node.name));

    const edges = this.edgeLayer.selectAll(".edge").data(links, (link) => link.edge.id);
    edges.exit().remove();
    const joined = edges.enter().append("g");
    joined.append("path");
    joined.append("text");
    edges.attr("class", (link) => classes(link.edge));
    edges.select("path").attr("marker-end", (link) => `url(#${link.edge.negated ? "arrow-denied" : "arrow"})`);
    edges.select("text").text((link) => `${link.edge.negated ? "not " : ""}${link.relation}`);
    this.svg.classed("crowded", links.length > NAMED_EDGES)
      .attr("aria-label", `Graph of ${points.length} things and ${links.length} relations; arrow keys move between them`);
    this.mark(null);
    this.#place(still() ? 0 : 350);
  }

  #place(time) {
    const moving = (selection) => (time ? selection.transition().duration(time) : selection.interrupt());
    moving(this.nodeLayer.selectAll(".node")).attr("transform", (point) => `translate(${point.x},${point.y})`);
    const edges = this.edgeLayer.selectAll(".edge");
    moving(edges.select("path")).attr("d", (link) => curve(link).path);
    moving(edges.select("text")).attr("transform", (link) => `translate(${curve(link).middle})`);
  }

  #look(scale, translate, time) {
    this.zoom.scale(scale).translate(translate);
    const view = still() || !time ? this.view.interrupt() : this.view.transition().duration(time);
    view.attr("transform", `translate(${translate})scale(${scale})`);
  }

  #moved() {
    this.view.interrupt().attr("transform", `translate(${this.zoom.translate()})scale(${this.zoom.scale()})`);
  }

  #wheeled() {
    const wheel = d3.event;
    if (!wheel.ctrlKey && !wheel.metaKey) return;
    wheel.preventDefault();
    this.by(2 ** (-wheel.deltaY / 300), d3.mouse(this.svg.node()), 0);
  }

  #pressed() {
    const key = d3.event.key;
    const [at] = d3.select(document.activeElement).data();
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[key] && at) this.#walk(at, ways[key]);
    else if ((key === "Enter" || key === " ") && at) this.chosen(at.id);
    else if (key === "+" || key === "=") this.by(1.3);
    else if (key === "-") this.by(1 / 1.3);
    else if (key === "0") this.fit();
    else return;
    d3.event.preventDefault();
  }

  #walk(at, [right, down]) {
    const ahead = [...this.points.values()]
      .map((point) => ({ point, x: point.x - at.x, y: point.y - at.y }))
      .map((step) => ({ ...step, along: step.x * right + step.y * down, off: Math.abs(step.x * down) + Math.abs(step.y * right) }))
      .filter((step) => step.along > 1)
      .sort((one, other) => one.along + 2 * one.off - other.along - 2 * other.off)[0];
    if (!ahead) return;
    const nodes = this.nodeLayer.selectAll(".node").attr("tabindex", -1);
    nodes.filter((point) => point === ahead.point).attr("tabindex", 0).node().focus();
  }

  #size() {
    return { width: this.place.clientWidth, height: this.place.clientHeight };
  }
}

/** Let springs and charges find places, at once and unseen: nothing wobbles into being. */
function settle(points, links) {
  const room = Math.max(112, 170 - 4 * points.length); // few nodes leave room for the words between them
  const force = d3.layout.force().nodes(points).links(links).size([0, 0])
    .charge(-900).linkDistance(room).linkStrength(0.6).gravity(0.12).friction(0.8).start();
  for (let tick = 0; tick < SETTLE; tick += 1) force.tick();
  force.stop();
}

/** Edges between the same two nodes part from one another. */
function bendParallels(links) {
  const pairs = d3.nest().key(({ source, target }) => [source.id, target.id].sort().join("\n")).entries(links);
  for (const { values } of pairs) {
    values.forEach((link, at) => {
      const side = link.source.id < link.target.id ? 1 : -1;
      link.bend = side * (at - (values.length - 1) / 2) * 44;
    });
  }
}

function curve({ source, target, bend }) {
  if (source === target) {
    const { x, y } = source;
    return { path: `M${x - 8},${y - 10}C${x - 40},${y - 52},${x + 40},${y - 52},${x + 8},${y - 12}`, middle: [x, y - 46] };
  }
  const [across, along] = [target.x - source.x, target.y - source.y];
  const length = Math.hypot(across, along) || 1;
  const [right, down] = [across / length, along / length];
  const middle = [(source.x + target.x) / 2 - down * bend, (source.y + target.y) / 2 + right * bend];
  const gap = RADIUS + 3;
  const from = [source.x + right * gap, source.y + down * gap];
  const to = [target.x - right * (gap + 5), target.y - down * (gap + 5)];
  const bow = [middle[0] - down * bend * 0.6, middle[1] + right * bend * 0.6];
  return { path: `M${from}Q${bow},${to}`, middle: [(middle[0] + bow[0]) / 2, (middle[1] + bow[1]) / 2] };
}

function classes(edge) {
  return ["edge", edge.negated && "denied", edge.derived && "derived"].filter(Boolean).join(" ");
}

function short(name) {
  const text = plain(name || "(no name)");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function arrow(id) {
  const tip = drawn("path", { d: "M0,0L8,4L0,8z" });
  return drawn("marker", { id, viewBox: "0 0 8 8", refX: 3, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" }, tip);
}

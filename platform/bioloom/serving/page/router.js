// Router: every state of the page has an address, so that Back, Forward, bookmarks and shared links work.
//
//   #/question?q=How%20long%3F&k=20     route "question", no id, a query
//   #/node/DOID%3A13189                 route "node", id "DOID:13189"
//
// The address is the fragment of the URL: it is never sent, so no log of a proxy holds a question.
//
// Usage
//   route("document", async ({ id, query, signal }) => "Title of the tab")   registers a show function; before startRouter()
//   startRouter()                             shows the present address and follows the next ones
//   element("a", { href: address("document", id, { sentence }) }, title)     a link is all that navigation needs
//   go("document", id, { sentence })                  the same from code; a fourth argument { replace: true } adds no entry for Back
//   amend({ node: id })                       the present address with some parameters changed; null removes one
//   addressWith({ k: 50 })                    the same as the href of a link
//   record({ citation: 2 })                   the same without showing it anew and without an entry for Back
//
// `query` is a URLSearchParams; a parameter with several values is an array for address(), go() and amend().
// A show function is also given `signal`, aborted when another address is gone to, `before`, the name of the route
// that was shown before (null at first), and `again`, whether Back or Forward led here. What it throws is told in #trouble.
// data-views="question node" in index.html names the routes under which an element is there; without it, it always is.

import { Problem } from "./api.js";
import { byId, plain } from "./element.js";
import { takeFromAddress } from "./session.js";

const HOME = "";
const SHOWN = "shown"; // the state of an entry of the browser's history that was shown before
const FAULT = "The page met a fault of its own. Load it anew; if that does not help, the browser's console says more.";
const shows = new Map();
let running = new AbortController();
let before = null;

/** Register the function that shows a route; the route "" is the page without an address. */
export function route(name, show) {
  shows.set(name, show);
}

/** The address of a state of the page, for the href of a link. */
export function address(name, id = null, query = {}) {
  const path = [name, id].filter((part) => part !== null && part !== "").map(encodeURIComponent).join("/");
  const parameters = search(query).toString();
  return `#/${path}${parameters ? `?${parameters}` : ""}`;
}

/** Go to an address; to the present one, show it anew. */
export function go(name, id = null, query = {}, { replace = false } = {}) {
  const target = address(name, id, query);
  if (!replace && location.hash !== target) return void (location.hash = target);
  history.replaceState(null, "", target);
  follow();
}

/** Go to the present address with some parameters changed. */
export function amend(changes) {
  const { name, id, query } = here();
  go(name, id, amended(query, changes));
}

/** The present address with some parameters changed, for the href of a link. */
export function addressWith(changes) {
  const { name, id, query } = here();
  return address(name, id, amended(query, changes));
}

/** Write changed parameters into the address of what is shown already. */
export function record(changes) {
  const { name, id, query } = here();
  history.replaceState(history.state, "", address(name, id, amended(query, changes)));
}

/** The present address in its parts. */
export function here() {
  const [path, parameters = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...id] = path.split("/").map(decoded);
  return { name: shows.has(name) ? name : HOME, id: id.join("/"), query: new URLSearchParams(parameters), unknown: name !== HOME && !shows.has(name) };
}

/** Show the present address, and follow every other one. */
export function startRouter() {
  addEventListener("hashchange", follow);
  follow();
}

async function follow() {
  takeFromAddress();
  const place = here();
  running.abort();
  const mine = (running = new AbortController());
  for (const part of document.querySelectorAll("[data-views]")) {
    part.toggleAttribute("data-off", !part.dataset.views.split(" ").includes(place.name));
  }
  document.body.classList.toggle("at-rest", place.name === HOME);
  document.body.removeAttribute("aria-busy");
  byId("trouble").hidden = true;
  const given = { ...place, signal: mine.signal, before, again: history.state === SHOWN };
  history.replaceState(SHOWN, "");
  before = place.name;
  let title = null;
  if (place.unknown) tell({ message: "The page has nothing at this address; here is its beginning." });
  try {
    title = await shows.get(place.name)(given);
  } catch (error) {
    if (mine.signal.aborted) return;
    tell(error instanceof Problem ? error : new Problem(0, FAULT));
    if (!(error instanceof Problem)) reportError(error);
  }
  if (mine.signal.aborted) return;
  document.title = title ? `${plain(title)} · bioloom` : "bioloom";
  if (given.before !== null && document.activeElement === document.body) document.querySelector("main").focus({ preventScroll: true });
}

/** Tell a problem above everything else. */
export function tell(problem) {
  const later = problem.retryAfter ? ` Try again in ${problem.retryAfter} seconds.` : "";
  byId("trouble").textContent = plain(`${problem.message}${later}`);
  byId("trouble").hidden = false;
}

function amended(query, changes) {
  const kept = [...query].filter(([parameter]) => !(parameter in changes));
  return new URLSearchParams([...kept, ...search(changes)]);
}

function search(query) {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return new URLSearchParams(given.filter(([, value]) => value !== null && value !== undefined && value !== ""));
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign, written by hand
  }
}

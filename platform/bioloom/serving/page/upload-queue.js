// Files on their way into the graph: those being sent from here, and the service's queue of loads.

import { Problem, reload, upload, uploads } from "./api.js";

const PAUSE = 700;
const LOST = "The service was started anew before it was loaded: send it again.";
const listeners = new Set();
const sending = new Map();
const finished = new Set();
let jobs = [];
let taken = true;
let polling = null;
let first = true;
let number = 0;

/** Be told of every change: {sending, jobs, taken}; gives a function that ends it. `taken` is false for a service that only reads. */
export function onQueue(listener) {
  listeners.add(listener);
  listener(state());
  return () => listeners.delete(listener);
}

/** Send files one after the other; each stands in the list at once. */
export async function sendFiles(files, extract) {
  const entries = [...files].map((file) => ({ key: `sending-${++number}`, label: file.name, file, share: 0, problem: null }));
  for (const entry of entries) sending.set(entry.key, entry);
  tell();
  for (const entry of entries) {
    try {
      const { job } = await upload(entry.file, extract, (share) => { entry.share = share; tell(); });
      finished.delete(job);
      sending.delete(entry.key);
      await look();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(entry, error.message);
    }
  }
}

/** Read the kept file of a document again. */
export async function reloadDocument(id, extract) {
  await reload(id, extract);
  await look();
}

/** Take an entry that could not be sent off the list. */
export function dismiss(key) {
  sending.delete(key);
  tell();
}

/** Ask the service for its queue, and go on asking while something is on its way. */
export async function look() {
  clearTimeout(polling);
  try {
    const found = await uploads();
    taken = found !== null;
    const lost = found?.next ? [] : jobs.filter((job) => active(job) && !found?.items.some(({ id }) => id === job.id));
    jobs = found?.items ?? [];
    for (const { id, label } of lost) refuse({ key: id, label }, LOST);
    if (first) for (const job of jobs) if (!active(job)) finished.add(job.id); // over before this page was opened
    first = false;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!sending.size && !jobs.length) return tell();
  }
  if (jobs.some(active)) polling = setTimeout(look, PAUSE);
  tell();
}

/** Whether a job is not over. */
export function active({ status }) {
  return status === "queued" || status === "running";
}

/** Keep what is not taken in the list, with the reason, until it is dismissed. */
function refuse(entry, problem) {
  sending.set(entry.key, Object.assign(entry, { problem }));
  tell([{ label: entry.label, status: "failed", documents: [], error: problem }]);
}

function state() {
  return { sending: [...sending.values()], jobs, taken };
}

function tell(refused = []) {
  const over = jobs.filter((job) => !active(job) && !finished.has(job.id));
  for (const job of over) finished.add(job.id);
  for (const listener of listeners) listener({ ...state(), over: [...over, ...refused] });
}

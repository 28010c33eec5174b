// Every call to the service goes through here, to this origin and nowhere else.

import { events } from "./events.js";
import { refuse, token } from "./session.js";

/** What the service could not do, in its own plain sentence. */
export class Problem extends Error {
  constructor(status, detail, retryAfter = null) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Ask, and yield what comes: evidence, pieces of text, the answer; a Problem is thrown. */
export async function* ask(body, signal) {
  const response = await send("/ask", { json: body, accept: "text/event-stream, application/json", signal });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    yield { event: "answer", data: await response.json() };
    return;
  }
  for await (const told of events(response)) {
    if (told.event === "problem") throw new Problem(told.data.status, told.data.detail);
    yield told;
  }
}

/** What is loaded: counts, sources, questions that it answers. */
export const overview = () => get("/overview");
/** A page of the loaded documents. */
export const documents = (cursor) => get("/documents", { limit: 100, cursor });
/** A page of the documents whose title or id holds some words. */
export const searchDocuments = ({ q, kind, cursor }) => get("/documents", { limit: 25, q: q || null, kind: kind || null, cursor });
/** A document with its sentences, and its steps if it is a protocol. */
export const readDocument = (id) => get(`/documents/${encodeURIComponent(id)}`);
/** What stands around an entity or a mention, in groups; with the `next` of a group as cursor, more of that group. */
export const neighbours = (id, { first, cursor } = {}) => get(`/neighbours/${encodeURIComponent(id)}`, { first, cursor });
/** A page of the sentences that mention an entity. */
export const mentions = (id, cursor) => get(`/mentions/${encodeURIComponent(id)}`, { limit: 10, cursor });
/** Entities by id, cross reference, name or synonym. */
export const entities = (q, limit = 12) => get("/entities", { q, limit });
/** What the checks find in a protocol. */
export const checkDocument = (id) => get(`/checks/${encodeURIComponent(id)}`);
/** The uploads of this service, the newest first; null where it takes none. */
export const uploads = () => get("/jobs", { limit: 20 }).catch(unless(404, null));
/** What would go with a document. */
export const planWithdrawal = async (id) => (await send(`/documents/${encodeURIComponent(id)}?dry_run=true`, { method: "DELETE" })).json();
/** Delete a document with all that only it supports. */
export const withdraw = async (id) => (await send(`/documents/${encodeURIComponent(id)}`, { method: "DELETE" })).json();
/** Read the kept file of a document again. */
export const reload = async (id, extract) => (await send(`/documents/${encodeURIComponent(id)}/reload`, { json: { extract } })).json();
/** The other graphs that the service may ask. */
export const endpoints = async () => (await get("/federation").catch(unless(404, { endpoints: [] }))).endpoints;
/** What a question would send to other graphs. */
export const planOutgoing = async (question, signal) => (await send("/federation", { json: { question }, signal })).json();

/** Send a file; `extract` is none or local. `sent` is told the share that has left this machine (0 to 1). */
export async function upload(file, extract, sent) {
  const form = new FormData();
  form.append("file", file);
  form.append("extract", extract);
  const key = await token();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch cannot tell how much was sent
    request.open("POST", "/documents");
    request.setRequestHeader("Authorization", `Bearer ${key}`);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && sent(event.loaded / event.total);
    request.onerror = () => reject(new Problem(0, UNREACHABLE));
    request.onload = () => {
      if (request.status < 300) resolve(request.response);
      else reject(new Problem(request.status, request.response?.detail ?? request.statusText));
    };
    request.send(form);
  });
}

const UNREACHABLE = "The service does not answer. Is bioloom serve still running?";

async function get(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given).toString();
  return (await send(query ? `${path}?${query}` : path, {})).json();
}

function unless(status, value) {
  return (error) => {
    if (error.status !== status) throw error;
    return value;
  };
}

async function send(path, { json, accept = "application/json", signal, method = json === undefined ? "GET" : "POST" }) {
  for (;;) {
    const key = await token();
    const headers = { Accept: accept, Authorization: `Bearer ${key}` };
    if (json !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(path, {
        method,
        body: json === undefined ? undefined : JSON.stringify(json),
        headers,
        signal,
        credentials: "omit",
        redirect: "error",
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem(0, UNREACHABLE);
    }
    if (response.ok) return response;
    if (response.status !== 401) throw await problem(response);
    refuse(key);
  }
}

async function problem(response) {
  let detail = response.statusText;
  try {
    detail = (await response.json()).detail ?? detail;
  } catch {
    // A proxy's page, not ours: its status is all that it says.
  }
  return new Problem(response.status, detail, response.headers.get("retry-after"));
}

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
  try {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return yield { event: "answer", data: await response.json() };
    for await (const told of events(response)) {
      if (told.event === "problem") throw new Problem(told.data.status, told.data.detail);
      yield told;
    }
  } catch (error) {
    throw away(error);
  }
}

/** What is loaded: counts, sources, questions that it answers. */
export const overview = () => get("/overview");
/** A page of the loaded documents. */
export const documents = (cursor) => get("/documents", { limit: 100, cursor });
/** A page of the documents whose title or id holds some words. */
export const searchDocuments = ({ q, kind, cursor }) => get("/documents", { limit: 25, q: q || null, kind: kind || null, cursor });
/** A document with its sentences, and its steps if it is a protocol. */
export const readDocument = (id) => get(`/documents/${encodeURIComponent(id)}`).catch(gone);
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
export const planWithdrawal = (id) => read(`/documents/${encodeURIComponent(id)}?dry_run=true`, { method: "DELETE" }).catch(gone);
/** Delete a document with all that only it supports. */
export const withdraw = (id) => read(`/documents/${encodeURIComponent(id)}`, { method: "DELETE" }).catch(gone);
/** Read the kept file of a document again. */
export const reload = (id, extract) => read(`/documents/${encodeURIComponent(id)}/reload`, { json: { extract } }).catch(gone);
/** The other graphs that the service may ask. */
export const endpoints = async () => (await get("/federation").catch(unless(404, { endpoints: [] }))).endpoints;
/** What a question would send to other graphs. */
export const planOutgoing = (question, signal) => read("/federation", { json: { question }, signal });

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
      if (request.status < 300) return resolve(request.response);
      if (request.status === 413) return reject(new Problem(413, TOO_LARGE));
      if (request.status !== 401) return reject(new Problem(request.status, request.response?.detail ?? request.statusText));
      refuse(key);
      resolve(upload(file, extract, sent));
    };
    request.send(form);
  });
}

const TOO_LARGE = "The file is larger than the service takes; send it in parts.";
const UNREACHABLE = "The service does not answer. Is bioloom serve still running?";

function get(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given).toString();
  return read(query ? `${path}?${query}` : path, {});
}

async function read(path, options) {
  const response = await send(path, options);
  return response.json().catch((error) => { throw away(error); });
}

/** What an error of a request is to be told as: a connection that fails or breaks is a TypeError to browsers. */
function away(error) {
  return error instanceof TypeError ? new Problem(0, UNREACHABLE) : error;
}

function gone(error) {
  throw error.status === 404 ? new Problem(404, "The graph holds no document of this id; it may have been withdrawn.") : error;
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
      throw away(error);
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

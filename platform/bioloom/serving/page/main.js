// The page starts here.

import { Problem, overview } from "./api.js";
import { offerExamples, showQuestion, startAsking } from "./asking.js";
import { showDocument, showProtocol } from "./document.js";
import { refreshDocuments, showDocuments, startDocuments } from "./documents.js";
import { amount, byId, show } from "./element.js";
import { offerFederation } from "./federation.js";
import { applyFilters, offerSources, readTitles, startFilters } from "./filters.js";
import { showNode, showSearch, startGraph } from "./graph.js";
import { loadPrefixes } from "./identifiers.js";
import { loadPalette } from "./palette.js";
import { showHistory } from "./question-history.js";
import { route, startRouter, tell } from "./router.js";
import { takeFromAddress } from "./session.js";
import { startTheme } from "./theme.js";
import { look } from "./upload-queue.js";
import { startUpload } from "./upload.js";

const LOOKS = 30;

takeFromAddress(); // before anything is waited for: another address may follow at once
startTheme();
startFilters();
startGraph();
startDocuments();
startUpload(async () => {
  dispatchEvent(new Event("graph-changed")); // what was read of it before is forgotten
  refreshDocuments();
  await survey();
});
for (const skip of document.querySelectorAll("a.skip")) {
  skip.addEventListener("click", (event) => { event.preventDefault(); show(document.querySelector(skip.getAttribute("href"))); });
}
await Promise.all([loadPalette(), loadPrefixes()]);

route("", ({ before, query }) => {
  if (query.has("document")) applyFilters(query);
  if (before !== null || query.has("document")) byId("question").focus({ preventScroll: true });
});
route("question", showQuestion);
route("graph", showSearch);
route("node", showNode);
route("documents", showDocuments);
route("document", showDocument);
route("protocol", showProtocol);
route("history", showHistory);
startAsking();
startRouter();
await Promise.all([look(), survey(), offerFederation().catch(() => null)]);

/** Tell what is loaded, and offer it; examples come as the service finds that it answers them. */
async function survey() {
  try {
    const titles = readTitles();
    for (let look = 0; look < LOOKS; look += 1) {
      const found = await overview();
      offerExamples(found.examples);
      if (look === 0) offerSources(found.sources);
      byId("holdings").textContent = holdings(found);
      if (found.complete) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await titles;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(error);
  }
}

function holdings({ documents, sentences, entities }) {
  if (!documents && !entities) return "The graph is empty: add a document, or run bioloom load.";
  return [documents && amount(documents, "document"), sentences && amount(sentences, "sentence"), entities && amount(entities, "entity", "entities")].filter(Boolean).join(" · ");
}

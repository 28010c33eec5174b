// The page starts here.

import { Problem, overview } from "./api.js";
import { offerExamples, startAsking } from "./asking.js";
import { byId, plain } from "./element.js";
import { offerSources, only, readTitles, startFilters } from "./filters.js";
import { startGraph } from "./graph.js";
import { loadPalette } from "./palette.js";
import { takeFromAddress } from "./session.js";
import { startTheme } from "./theme.js";
import { startUpload } from "./upload.js";

const LOOKS = 30;

takeFromAddress();
startTheme();
startFilters();
startGraph();
startAsking();
startUpload(async (ids) => {
  await survey();
  only(ids);
  byId("question").focus();
});
await loadPalette();
await survey();

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
    byId("trouble").textContent = plain(error.message);
    byId("trouble").hidden = false;
  }
}

function holdings({ documents, sentences, entities }) {
  if (!documents && !entities) return "The graph is empty: add a document, or run bioloom load.";
  const count = (number, one, many) => (number ? `${number.toLocaleString("en")} ${number === 1 ? one : many}` : null);
  return [count(documents, "document", "documents"), count(sentences, "sentence", "sentences"), count(entities, "entity", "entities")].filter(Boolean).join(" · ");
}

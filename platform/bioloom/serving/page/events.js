// Server-sent events out of the answer to a POST, which the browser's own EventSource cannot make.

/** Yield {event, data} for each event of a response; data is parsed JSON. */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    waiting = (waiting + (value ?? "")).replace(/\r\n?/g, "\n");
    const blocks = waiting.split("\n\n");
    waiting = blocks.pop();
    if (done && waiting.trim()) blocks.push(waiting);
    for (const block of blocks) {
      const found = read(block);
      if (found) yield found;
    }
    if (done) return;
  }
}

function read(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) } : null;
}

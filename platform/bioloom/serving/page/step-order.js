// The order of a protocol's steps: which follow which, what runs meanwhile, and how much time is stated.

const BRANCHES = { optional: "Optional", alternative: "Instead", parallel: "Meanwhile" };

/** For each sentence with steps, by its id: its branch, the steps that it leads to out of turn, its stated seconds. */
export function stepOrder({ sentences, steps, order }) {
  const home = new Map(steps.flatMap((step) => step.verbs.map((verb) => [verb.id, step])));
  const roles = new Map(sentences.map((sentence) => [sentence.id, sentence.role]));
  const found = new Map(steps.map((step, at) => [step.sentence_id, {
    branch: BRANCHES[roles.get(step.sentence_id)] ?? null,
    next: steps[at + 1] ?? null,
    after: new Set(),
    leads: new Set(),
    instead: new Set(),
    seconds: step.duration.seconds,
  }]));
  for (const { first, relation, second } of order ?? []) {
    const [one, other] = [home.get(first), home.get(second)];
    if (!one || !other || one === other) continue;
    if (relation === "next_step") {
      found.get(one.sentence_id).leads.add(other.number);
      found.get(other.sentence_id).after.add(one.number);
    } else if (relation === "or") {
      found.get(other.sentence_id).instead.add(one.number);
    }
  }
  return found;
}

const FEWEST_PRINTED = 2;

/** The number of each sentence as it is shown, by its id: that which the text prints, if it numbers its steps. */
export function shownNumbers({ sentences, steps }) {
  const printed = sentences.filter((sentence) => sentence.printed).length >= FEWEST_PRINTED;
  const told = new Set(steps.map((step) => step.sentence_id));
  return new Map(sentences.map(({ id, number, printed: own }, at) => {
    if (printed) return [id, own && own !== sentences[at - 1]?.printed ? own : null];
    return [id, !steps.length || told.has(id) ? number : null]; // of a protocol only what is done has a number
  }));
}

/** What is said of a step whose order is not just one after the other. */
export function orderWords({ branch, next, leads, after, instead }, number, printed = new Map()) {
  const said = [];
  const list = (numbers) => listed([...numbers].sort((one, other) => one - other).map((one) => printed.get(one) ?? one));
  if (instead.size) said.push(`instead of step ${list(instead)}`);
  const jumps = [...leads].filter((other) => other !== next?.number);
  if (leads.size > 1) said.push(`leads to steps ${list(leads)}`);
  else if (jumps.length) said.push(`goes on with step ${list(jumps)}`);
  const before = [...after].filter((other) => other < number);
  if (branch && before.length) said.push(`from step ${list(before)}`);
  else if (before.length > 1) said.push(`follows steps ${list(before)}`);
  return said;
}

/** The time that is stated outside of branches, in seconds. */
export function statedTime(order) {
  return [...order.values()].reduce((sum, { branch, seconds }) => sum + (branch ? 0 : seconds), 0);
}

/** "2 h 5 min" */
export function duration(seconds) {
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const parts = [];
  let rest = Math.round(seconds);
  for (const [size, name] of units) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number) parts.push(`${number} ${name}`);
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}

function listed(all) {
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : String(all[0]);
}

// Phrases of relations: predicate, qualifiers and negation of an edge in plain words, with the direction that these have.

/** What a protocol's own relations (BioPIE) say; "<" where the words read from the tail to the head. */
const PROTOCOL = {
  is_object_of: "<acts on", contain: "contains", use_method: "uses the method", use_device: "uses", use_reagent: "uses",
  use_software: "uses", apply_material: "uses", have_property: "has", have_parameter: "is set to", is_goal_of: "is the goal of",
  for_each: "is done for each", next_step: "comes before", to: "goes to", or: "is an alternative to", repetitions: "is repeated",
  from: "comes from", in_condition_of: "is done under the condition", not: "avoids", during: "happens during",
  equal: "is the same as", based_on: "is based on", product: "produces",
};

/** Predicates whose words do not make a phrase by the rules of `worded`. */
const PREDICATES = {
  subclass_of: "is a kind of", superclass_of: "includes", same_as: "is the same as", precedes: "comes before",
  preceded_by: "comes after", close_match: "is nearly the same as", exact_match: "is the same as",
  has_phenotype: "has the phenotype", has_side_effect: "has the side effect", has_adverse_event: "has the adverse event",
  treats_or_applied_or_studied_to_treat: "treats, or is studied to treat,", preventative_for_condition: "prevents",
  gene_associated_with_condition: "is associated with", biomarker_for: "is a biomarker for", target_for: "is a target for", model_of: "is a model of",
  disease_has_location: "is located in", disease_has_basis_in: "has its basis in", location_of_disease: "is the place of",
  manifestation_of: "is a manifestation of", member_of: "is a member of", expresses: "expresses",
};

const PREPOSITION = /(^| )(of|in|to|with|for|by|from|on|within|upstream)$/;
const ADVERBS = /^(\w+ly )*/;
const DIRECTIONS = { increased: "increases", decreased: "decreases", upregulated: "upregulates", downregulated: "downregulates" };
const EFFECTS = new Set(["affects", "causes", "regulates"]);

/** A relation as people say it: {head, says, tail} with head and tail as ids. */
export function stated(edge) {
  const own = edge.original_predicate && edge.properties?.sentence_id;
  const turned = own && edge.properties.original_subject === edge.object;
  const [head, tail] = turned ? [edge.object, edge.subject] : [edge.subject, edge.object];
  const known = own ? PROTOCOL[edge.original_predicate] : null;
  const says = known ? known.replace("<", "") : own ? plainly(edge.original_predicate) : qualified(edge);
  const backwards = known?.startsWith("<");
  return {
    head: backwards ? tail : head,
    tail: backwards ? head : tail,
    says: edge.negated ? denied(says) : says,
  };
}

/** What a claim says beyond its predicate and its direction: "by inhibition", "in liver". */
export function context({ properties = {} }) {
  const parts = [];
  const subject = [properties.subject_direction_qualifier, properties.subject_aspect_qualifier].filter(Boolean).map(plainly);
  if (subject.length) parts.push(`by its ${subject.join(" ")}`);
  if (properties.causal_mechanism_qualifier) parts.push(`by ${plainly(properties.causal_mechanism_qualifier)}`);
  for (const [name, value] of Object.entries(properties)) {
    if (/(context|species|anatomical)\w*_qualifier$/.test(name)) parts.push(`in ${[value].flat().join(", ")}`);
  }
  return parts.join(", ");
}

/** The direction of an effect, for the shape of its arrow: "up", "down" or null. */
export function effect({ properties = {} }) {
  const direction = properties.object_direction_qualifier ?? "";
  return /^(increased|upregulated)/.test(direction) ? "up" : /^(decreased|downregulated)/.test(direction) ? "down" : null;
}

/** "Celecoxib decreases activity of PTGS2, by inhibition." */
export function sentence(edge, name) {
  const { head, says, tail } = stated(edge);
  const more = context(edge);
  return `${name(head)} ${says} ${name(tail)}${more ? `, ${more}` : ""}`;
}

function qualified({ predicate, properties = {} }) {
  const plainPredicate = plainly(predicate);
  const direction = properties.object_direction_qualifier;
  const aspect = properties.object_aspect_qualifier ? `${plainly(properties.object_aspect_qualifier)} of` : null;
  const by = plainly(properties.qualified_predicate ?? predicate);
  if (EFFECTS.has(plainPredicate) && EFFECTS.has(by)) {
    return [DIRECTIONS[direction] ?? (direction ? `${worded(by)} ${plainly(direction)}` : worded(plainPredicate)), aspect].filter(Boolean).join(" ");
  }
  return [worded(by), direction ? plainly(direction) : null, aspect].filter(Boolean).join(" ");
}

/** A predicate with its verb: "is expressed in", "treats", "acts upstream of". */
function worded(words) {
  const known = PREDICATES[words.replace(/ /g, "_")];
  if (known) return known;
  const bare = words.replace(/ condition$/, "");
  const [verb] = bare.replace(ADVERBS, "").split(" ");
  return (PREPOSITION.test(bare) && !verb.endsWith("s")) || verb === "in" ? `is ${bare}` : bare;
}

/** "does not treat", "is not expressed in". */
function denied(says) {
  const [adverbs] = ADVERBS.exec(says) ?? [""];
  const [verb, ...rest] = says.slice(adverbs.length).split(" ");
  if (verb === "is" || verb === "was") return [verb, "not", ...rest].join(" ");
  const base = verb === "has" ? "have" : verb.replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");
  return verb === base ? `not: ${says}` : [`does not ${adverbs}${base}`, ...rest].join(" ");
}

function plainly(name) {
  return String(name ?? "").replace(/^[a-z]+:/, "").replace(/_/g, " ").toLowerCase();
}

// Purpose: find the entities that a question names and rank their assertions: both ends named first, then edges
// whose predicate shares words with the question (words of the names aside), then those near that predicate, then edges to the category asked for,
// then those whose predicate says the least besides, then what is known and not predicted, then by number of publications. An entity is named if one of its normal forms is in the question (whole, in the
// keyword index entity_normalised; an everyday word in small letters is no symbol in capitals); the longest name
// wins ("type 2 diabetes mellitus" excludes "diabetes mellitus"), and where none is, a fuller one counts as it ("type 2
// diabetes mellitus" for "type 2 diabetes"), beside it if so asked or where one is a cross reference of the other. Edges to what is left out are none. An edge that states the direction of
// the effect counts as sharing a word, one that states the opposite as sharing none; one on which what is asked to act
// is acted on, or the reverse, comes last, but for one between both ends of a question for yes or no. Each row also has all names that are found, whether a fuller name was left out beside an exact one, the id of its other end, the
// number of assertions that rank as high as the first, and the first sentence that states it.
// Parameters: queries (Lucene texts, each some normal forms in quotes), phrases (the same as a list), everyday
// (those of them that are everyday words), beside (whether fuller names count where there are exact ones), words (stems of the question's words), categories (lower-case Biolink
// categories asked for), near (beginnings of predicates that answer for want of those asked for), fuller (names, each with the phrase that may stand for it), left_out (phrases), directions (of
// the effect asked for), end (subject or object of the relation: which of them the entity is that is named, or null),
// first (the same of two that are named, for the one at the lower of places, a number for each phrase), symmetric
// (predicates without such ends), documents (ids), infores (sources) and corpora (prefixes of document ids), empty
// lists for all, min_confidence (of extracted annotation), entities, limit.
UNWIND $queries AS query
CALL db.index.fulltext.queryNodes('entity_normalised', query) YIELD node AS entity
WITH DISTINCT entity
WITH entity,
  reduce(best = '', name IN [n IN entity.normalised WHERE n IN $phrases AND (NOT n IN $everyday
      OR any(spelt IN [entity.name] + coalesce(entity.synonym, []) WHERE toLower(spelt) = n AND spelt <> toUpper(spelt)))] |
    CASE WHEN size(name) > size(best) THEN name ELSE best END) AS exact
WITH entity, exact, coalesce(nullIf(exact, ''), head([n IN entity.normalised WHERE $fuller[n] IS NOT NULL | $fuller[n]])) AS name
WHERE name IS NOT NULL
WITH entity, name, exact ORDER BY size(name) DESC, entity.id
WITH collect({entity: entity, name: name, exact: exact}) AS found
WITH any(x IN found WHERE x.exact = '' AND any(y IN found WHERE y.exact = x.name)) AS fuller, [x IN found WHERE
  ($beside OR x.exact <> '' OR none(y IN found WHERE y.exact = x.name)
    OR any(y IN found WHERE y.exact = x.name
      AND (y.entity.id IN coalesce(x.entity.xref, []) OR x.entity.id IN coalesce(y.entity.xref, []))))
  AND none(y IN found WHERE y.name <> x.name AND (' ' + y.name + ' ') CONTAINS (' ' + x.name + ' '))][..$entities] AS named
UNWIND named AS x
WITH fuller, [y IN named | y.entity] AS all_named, [y IN named | y.name] AS all_names, x.entity AS entity, x.name AS name
MATCH (entity)-[edge]-(other:`biolink:NamedThing`)
WHERE none(n IN other.normalised WHERE n IN $left_out)
  AND coalesce(edge.extraction_confidence_score, 1.0) >= $min_confidence
  AND (size($infores) = 0 OR edge.primary_knowledge_source IN $infores
    OR any(id IN edge.document_ids WHERE any(corpus IN $corpora WHERE id STARTS WITH corpus + ':')))
  AND (size($documents) = 0 OR any(id IN edge.document_ids WHERE id IN $documents))
WITH edge, fuller, all_named, all_names, collect(DISTINCT name) AS names, head(collect(other)) AS other,
  head([at IN collect([entity, $places[name]]) WHERE at[0] = startNode(edge) | at[1]]) AS start,
  head([at IN collect([entity, $places[name]]) WHERE at[0] = endNode(edge) | at[1]]) AS end
WITH edge, fuller, all_names, names, other, other IN all_named AND size(names) > 1 AS both,
  NOT type(edge) IN $symmetric AND CASE WHEN start IS NULL OR end IS NULL THEN
      coalesce(($end = 'subject') = (start IS NULL), false)
    ELSE coalesce(($first = 'subject') = (start > end), false) END AS reversed,
  CASE WHEN edge.object_direction_qualifier IN $directions THEN 1
    WHEN size($directions) > 0 AND edge.object_direction_qualifier IS NOT NULL THEN 0
    ELSE size([w IN split(substring(type(edge), 8), '_') WHERE any(stem IN $words
      WHERE w STARTS WITH stem AND none(name IN names WHERE (' ' + name) CONTAINS (' ' + stem)))])
  END AS predicate_match,
  size([w IN split(substring(type(edge), 8), '_') WHERE any(stem IN $near WHERE w STARTS WITH stem)]) AS near,
  any(label IN labels(other) WHERE toLower(substring(label, 8)) IN $categories) AS category_match
WITH *, CASE WHEN predicate_match > 0 THEN 0 ELSE near END AS near,
  CASE WHEN edge.object_direction_qualifier IN $directions THEN 1.0
    ELSE toFloat(predicate_match) / size(split(substring(type(edge), 8), '_')) END AS exact
ORDER BY reversed AND NOT (both AND $first IS NOT NULL), both DESC, reversed, predicate_match > 0 DESC, near > 0 DESC, category_match DESC,
  exact DESC, coalesce(edge.knowledge_level, '') = 'knowledge_assertion' DESC, size(coalesce(edge.publications, [])) DESC, other.name, edge.id
WITH fuller, all_names, collect({edge: edge, other: other.id, names: names, reversed: reversed, both: both, predicate_match: predicate_match, near: near, category_match: category_match,
  start: startNode(edge), end: endNode(edge)}) AS rows
WITH fuller, all_names, rows, size([row IN rows WHERE row.reversed = rows[0].reversed AND row.both = rows[0].both AND row.category_match = rows[0].category_match
  AND (row.predicate_match > 0) = (rows[0].predicate_match > 0) AND (row.near > 0) = (rows[0].near > 0)]) AS best
UNWIND rows[..$limit] AS row
RETURN row.names AS names, all_names AS named, row.other AS other, row.reversed AS reversed, row.both AS both,
  row.predicate_match AS predicate_match, row.near AS near, row.category_match AS category_match, fuller, type(row.edge) AS type,
  properties(row.edge) AS edge, properties(row.start) AS start, properties(row.end) AS end, best,
  head(COLLECT {
    MATCH (sentence:Sentence {id: head([id IN row.edge.sentence_ids
      WHERE size($documents) = 0 OR any(document IN $documents WHERE id STARTS WITH document + '#')])})
    RETURN [sentence.id, sentence.document_id, sentence.text]
  }) AS said

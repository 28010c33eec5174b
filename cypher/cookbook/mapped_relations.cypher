// How the relations of the sources became Biolink predicates: each wording with its predicate and what chose it. Every claim
// is read.
// needs: biolink:NamedThing|Mention : claims of any source (bioloom load wlp/)
// param: predicate predicate = "" : only this Biolink predicate (treats or biolink:treats); empty for all
MATCH ()-[claim]->()
WHERE $predicate IN ['', type(claim)]
WITH type(claim) AS predicate,
     claim {.primary_knowledge_source, .original_predicate, .predicate_mapped_by, .predicate_score} AS told
WITH predicate,
     told.primary_knowledge_source AS source, // all properties of a claim are read in one go
     told.original_predicate AS stated,
     told.predicate_mapped_by AS mapped_by,
     count(*) AS claims,
     min(told.predicate_score) AS lowest_score
WHERE stated IS NOT NULL
RETURN source, stated, predicate, mapped_by, claims, round(lowest_score, 3) AS lowest_score
ORDER BY claims DESC, source, stated, predicate

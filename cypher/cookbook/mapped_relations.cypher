// How the relations of the sources became Biolink predicates: each wording with its predicate and what chose it. Every claim
// is read.
// needs: biolink:NamedThing|Mention : claims of any source (bioloom load wlp/)
// param: predicate text = "" : only this Biolink predicate (biolink:treats); empty for all
MATCH ()-[claim]->()
WHERE $predicate IN ['', type(claim)]
WITH type(claim) AS predicate,
     claim.primary_knowledge_source AS source,
     claim.original_predicate AS stated,
     claim.predicate_mapped_by AS mapped_by,
     count(*) AS claims,
     min(claim.predicate_score) AS lowest_score
WHERE stated IS NOT NULL
RETURN source, stated, predicate, mapped_by, claims, round(lowest_score, 3) AS lowest_score
ORDER BY claims DESC, source, stated, predicate

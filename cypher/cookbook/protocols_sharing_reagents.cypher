// Pairs of protocols by the number of shared reagents, with their share of all reagents (Jaccard index).
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: protocol document = "" : the id of one document to compare with all others; empty for every pair
// param: types list = "chemical|blend|protein|polymer" : BioPIE types that count as reagents, separated by |
MATCH (mention:Mention)
WHERE mention.native_type IN $types AND mention.normalised <> ''
WITH mention.document_id AS document, collect(DISTINCT mention.normalised) AS reagents
WITH collect({id: document, reagents: reagents}) AS all
UNWIND all AS one
UNWIND all AS two
WITH one, two
WHERE ($protocol = '' AND one.id < two.id) OR (one.id = $protocol AND two.id <> $protocol)
WITH one, two, [reagent IN one.reagents WHERE reagent IN two.reagents] AS shared
WHERE size(shared) > 0
RETURN one.id AS protocol,
       two.id AS other,
       size(shared) AS shared,
       round(1.0 * size(shared) / (size(one.reagents) + size(two.reagents) - size(shared)), 3) AS jaccard,
       shared[..10] AS reagents
ORDER BY shared DESC, jaccard DESC, protocol, other

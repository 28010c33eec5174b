// Which action follows which most often, over all protocols.
// needs: biolink:precedes : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: min_protocols int = 3 : fewest protocols that have the succession
MATCH (one:Mention {native_type: 'verb'})-[:`biolink:precedes`]->(two:Mention {native_type: 'verb'})
WITH one.normalised AS first, two.normalised AS then, count(*) AS times,
     count(DISTINCT one.document_id) AS protocols, min(one.document_id) AS example
WHERE protocols >= $min_protocols AND first <> '' AND then <> ''
RETURN first, then, times, protocols, example
ORDER BY times DESC, protocols DESC, first, then

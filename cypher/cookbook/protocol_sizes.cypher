// Every protocol with its numbers of steps, reagents and devices, and the sum of the times that it states, those of storage too.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
MATCH (mention:Mention)
WHERE mention.native_type IN ['verb', 'chemical', 'blend', 'protein', 'polymer', 'device', 'time']
WITH mention.document_id AS protocol,
     sum(CASE mention.native_type WHEN 'verb' THEN 1 ELSE 0 END) AS steps,
     count(DISTINCT CASE WHEN mention.native_type IN ['chemical', 'blend', 'protein', 'polymer']
       THEN mention.normalised END) AS reagents,
     count(DISTINCT CASE mention.native_type WHEN 'device' THEN mention.normalised END) AS devices,
     sum(CASE WHEN mention.native_type = 'time' AND mention.si_unit = 's' THEN mention.si_value ELSE 0 END) AS seconds
MATCH (document:Document {id: protocol})
RETURN protocol,
       document.title AS title,
       steps,
       reagents,
       devices,
       round(seconds / 3600.0, 2) AS stated_hours
ORDER BY steps DESC, protocol

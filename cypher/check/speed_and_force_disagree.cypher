// A speed and a force that the text gives as equal, but that no plausible rotor radius relates.
// severity: warning
// table: ranges
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(speed:Mention)
WHERE speed.quantity_kind = 'speed' AND speed.si_unit = 'Hz' AND speed.si_value > 0
MATCH (s)<-[:IN_SENTENCE]-(force:Mention)
WHERE force.quantity_kind = 'force'
WITH s, speed, force,
  CASE WHEN speed.start < force.start THEN [speed.end, force.start] ELSE [force.end, speed.start] END AS gap
WITH s, speed, force,
  CASE WHEN gap[0] < gap[1] THEN substring(s.text, gap[0] - s.start, gap[1] - gap[0]) ELSE '' END AS between
WHERE between =~ '\\s*[(\\[=/~≈]+\\s*(about|approx\\.?|ca\\.?|~)?\\s*'
  OR EXISTS { (speed)-[e]-(force) WHERE e.original_predicate = 'equal' }
WITH s, speed, force, 4 * pi() * pi() AS turn
WITH s, speed, force,
  force.si_value / (turn * coalesce(speed.si_upper, speed.si_value) ^ 2) AS least,
  coalesce(force.si_upper, force.si_value) / (turn * speed.si_value ^ 2) AS most
UNWIND $ranges AS row
WITH s, speed, force, least, most, row
WHERE row.kind = 'rotor radius' AND (most < toFloat(row.low) OR least > toFloat(row.high))
RETURN s.id AS sentence, [speed.id, force.id] AS mentions,
  'the two agree only on a rotor of ' + toString(round(100 * most, 1)) + ' cm: ' + row.why AS message

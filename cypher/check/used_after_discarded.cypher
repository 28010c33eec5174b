// A fraction that is used although it was discarded and no later step makes it again.
// severity: warning
// table: makers
UNWIND $makers AS row
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(gone:Mention)
WHERE toLower(gone.name) =~ '(.* )?' + row.product + 's?'
MATCH (gone)-[g]-(away:Mention {native_type: 'verb'})
WHERE g.original_predicate = 'is_object_of'
  AND toLower(away.name) =~ '(discard|dispose|throw|dump)\\w*( .*)?'
  AND NOT EXISTS { (away)-[n]-() WHERE n.original_predicate = 'not' }
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(t:Sentence)<-[:IN_SENTENCE]-(again:Mention)-[u]-(use:Mention {native_type: 'verb'})
WHERE t.index >= s.index AND again.start > away.start AND again <> gone AND use.start > away.end
  AND u.original_predicate = 'is_object_of'
  AND toLower(again.name) =~ '(.* )?' + row.product + 's?'
  AND toLower(right(left(t.text, CASE WHEN again.start > t.start THEN again.start - t.start ELSE 0 END), 4)) = 'the '
  AND NOT toLower(use.name) =~ '(discard|dispose|throw|dump|remov|aspirat|decant|pour|pipet).*'
WITH row, s, gone, away, t, again, use ORDER BY again.start
WITH row, s, gone, away, head(collect({t: t, again: again, use: use})) AS first
WITH row, s, gone, away, first.t AS t, first.again AS again, first.use AS use
WHERE NOT EXISTS {
  MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(x:Sentence)<-[:IN_SENTENCE]-(maker:Mention {native_type: 'verb'})
  WHERE x.index >= s.index AND x.index <= t.index AND maker.start > away.start AND maker.start < again.start
    AND toLower(maker.name) =~ row.made_by }
WITH t, again, use, gone, away ORDER BY away.start DESC
WITH t, again, use, head(collect(gone)) AS gone
RETURN t.id AS sentence, [again.id, use.id, gone.id] AS mentions,
  "'" + again.name + "' was discarded in an earlier step, and no step between makes it anew" AS message

// A step without the time, temperature or speed that its verb needs to be reproducible.
// severity: warning
// table: needs
// table: given
MATCH (d:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(v:Mention {native_type: 'verb'})
WHERE trim(s.text) <> trim(coalesce(d.title, '')) AND size(split(trim(s.text), ' ')) > 2
  AND (EXISTS { (v)-[e]-(:Mention) WHERE e.original_predicate = 'next_step' }
    OR NOT EXISTS { (d)-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-(o:Mention {native_type: 'verb'}) WHERE o <> v })
  AND NOT EXISTS { (v)-[e]-() WHERE e.original_predicate = 'not' }
  AND NOT toLower(left(s.text, CASE WHEN v.start > s.start THEN v.start - s.start ELSE 0 END))
    =~ '(?sU)(.*\\b(when|once|after|the|a|an|each|every|this|last|first|second|final|before|prior|have|has|had|can|may|been|were|was|not)\\b[^.;]{0,40}|.*[)]|.*\\b(vortex|mix|and/or|or)(ed)? (and|then|or|and then)\\s+)'
  AND NOT toLower(substring(s.text, CASE WHEN v.end > s.start THEN v.end - s.start ELSE 0 END))
    =~ '(?sU)[ -](time|tubes?|speeds?|rotors?|vials?|bottles?|columns?|filters?|bags?)\\b.*'
UNWIND $needs AS need
WITH s, v, need
WHERE toLower(v.name) =~ need.verb
UNWIND $given AS given
WITH s, v, need, split(given.types, '|') AS types, given
WHERE given.need = need.need
  AND NOT toLower(s.text) =~ '(?sU).*\\b(' + given.words + ')\\b.*'
  AND NOT EXISTS {
    (s)<-[:IN_SENTENCE]-(m:Mention) WHERE m.native_type IN types OR m.quantity_kind IN types }
  AND NOT EXISTS {
    (s)-[:NEXT]-(near:Sentence)<-[:IN_SENTENCE]-(m:Mention)
    WHERE (m.native_type IN types OR m.quantity_kind IN types)
      AND NOT EXISTS {
        (other:Mention {native_type: 'verb'})-[e]->(m)
        WHERE e.original_predicate = 'have_parameter'
          AND any(row IN $needs WHERE row.need = need.need AND toLower(other.name) =~ row.verb) } }
RETURN s.id AS sentence, [v.id] AS mentions, need.severity AS severity,
  "'" + v.name + "' states no " + need.need + ', and nothing beside it does' AS message

// Mentions whose offsets do not give their name in the text of their sentence (a line break counts as a space).
MATCH (m:Mention)-[:IN_SENTENCE]->(s:Sentence)
WITH m, s, substring(s.text, CASE WHEN m.start < s.start THEN 0 ELSE m.start - s.start END, m.end - m.start) AS found
WHERE m.start < s.start OR m.end > s.end OR replace(found, '\n', ' ') <> replace(m.name, '\n', ' ')
RETURN m.native_type AS item, count(*) AS count, [min(m.id), max(m.id)] AS examples

// Create the NEXT edges between sentences. Parameters: rows (before, after: ids).
UNWIND $rows AS row
MATCH (before:Sentence {id: row.before})
MATCH (after:Sentence {id: row.after})
CREATE (before)-[:NEXT]->(after)

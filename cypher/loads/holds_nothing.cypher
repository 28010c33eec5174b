// Whether the graph holds nothing but what bioloom itself needs. No parameters.
RETURN NOT EXISTS { MATCH (n) WHERE NOT n:Migration AND NOT n:Lease } AS empty

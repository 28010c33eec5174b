// Every content node with its labels. No parameters.
MATCH (n)
WHERE NOT n:Load AND NOT n:Migration AND NOT n:Memory AND NOT n:MemoryExample AND NOT n:MemoryKey AND NOT n:Lease
RETURN labels(n) AS labels, properties(n) AS properties, null AS named

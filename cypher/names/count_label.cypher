// Number of nodes with a label, from the count store. Identifiers: label. No parameters.
MATCH (n:$$label$$) RETURN count(n) AS count

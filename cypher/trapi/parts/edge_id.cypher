// Part: what the database calls an edge, in the answer. Identifiers: edge.
elementId($$edge$$) AS $$edge$$

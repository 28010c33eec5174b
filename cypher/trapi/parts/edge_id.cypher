// Part: the element id of an edge, in the answer. Identifiers: edge.
elementId($$edge$$) AS $$edge$$

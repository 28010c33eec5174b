// Part: an edge is a claim, not a denial. Identifiers: edge.
NOT coalesce($$edge$$.negated, false)

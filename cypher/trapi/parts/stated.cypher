// Part: an edge is a claim that is not negated. Identifiers: edge.
NOT coalesce($$edge$$.negated, false)

// Part: two nodes, or two edges, are different. Identifiers: one, other.
$$one$$ <> $$other$$

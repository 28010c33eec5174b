// Part: two nodes, or two edges, are not the same one. Identifiers: one, other.
$$one$$ <> $$other$$

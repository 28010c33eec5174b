// Part: the id of a node, in the answer. Identifiers: node.
$$node$$.id AS $$node$$

// Part: an edge starts at a node and has one of these types. Identifiers: edge, node. Parameters: values.
startNode($$edge$$) = $$node$$ AND type($$edge$$) IN $$$parameter$$

// Part: a node is one of these. Identifiers: node. Parameters: values.
$$node$$.id IN $$$parameter$$

// Part: one node of the query graph. Identifiers: node, any_labels.
MATCH ($$node$$:$$any_labels$$)

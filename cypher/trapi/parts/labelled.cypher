// Part: a node has one of these labels. Identifiers: node, any_labels.
$$node$$:$$any_labels$$

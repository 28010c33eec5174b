// Part: a node is an entity with one of these labels, or a mention of one of these categories that denotes no entity.
// Identifiers: node, any_labels. Parameters: categories.
($$node$$:$$any_labels$$ OR ($$node$$:Mention AND $$node$$.category IN $$$parameter$$ AND NOT EXISTS { ($$node$$)-[:DENOTES]->() }))

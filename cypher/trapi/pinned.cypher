// The entities of the ids of a query graph, with all descendants by biolink:subclass_of: the canonical entity of an id, or
// where no entity has that id, those with it as a cross reference or equivalent identifier. A mention that denotes no
// entity (a step of a protocol) is found by its own id.
// Parameters: ids (list of: id, and query, the id as Lucene text), most (rows returned).
UNWIND $ids AS one
OPTIONAL MATCH (identity:Identity {id: one.id})
OPTIONAL MATCH (known:`biolink:NamedThing` {id: coalesce(identity.canonical, one.id)})
OPTIONAL MATCH (step:Mention {id: one.id}) WHERE NOT EXISTS { (step)-[:DENOTES]->() }
WITH one, coalesce(known, step) AS known
CALL (one, known) {
  WITH * WHERE known IS NOT NULL
  RETURN known AS root
UNION
  WITH * WHERE known IS NULL
  CALL db.index.fulltext.queryNodes('entity_xrefs', one.query) YIELD node
  WHERE one.id IN coalesce(node.xref, []) OR one.id IN coalesce(node.equivalent_identifiers, [])
  RETURN node AS root
}
CALL (root) {
  MATCH (root)<-[:`biolink:subclass_of`*0..30]-(member:`biolink:NamedThing`|Mention)
  RETURN DISTINCT member.id AS id
}
RETURN one.id AS asked, root.id AS root, root.category AS category, id, id <> root.id AS inherited
LIMIT $most

// The entities of the ids of a query graph: the canonical entity and all its descendants by biolink:subclass_of.
// Parameters: ids (list of text), most (rows returned).
UNWIND $ids AS asked
OPTIONAL MATCH (identity:Identity {id: asked})
WITH asked, coalesce(identity.canonical, asked) AS canonical
MATCH (root:`biolink:NamedThing` {id: canonical})
CALL (root) {
  MATCH (root)<-[:`biolink:subclass_of`*0..30]-(member:`biolink:NamedThing`)
  RETURN DISTINCT member.id AS id
}
RETURN asked, id, id <> canonical AS inherited
LIMIT $most

// What the ids of a query graph stand for: the entity itself (its canonical id, where several were united) and all
// that lies below it by biolink:subclass_of. Parameters: ids (list of text), most (rows returned).
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

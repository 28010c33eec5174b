// Purpose: the evidence on candidate genes, in one row of lists:
// genes: the genes, each with the number of drugs that have it as a target of known action, as any target, and as an
//   enzyme, transporter or carrier only.
// associations: the edges between these genes and their associated diseases.
// same_mechanism: the drugs that act on these genes by one of some mechanisms, in the words of the source.
// Parameters: genes, diseases (ids), mechanisms (texts), without (sources that are left out).
CALL () {
  MATCH (gene:`biolink:NamedThing`) WHERE gene.id IN $genes
  OPTIONAL MATCH (gene)-[edge]-(drug:`biolink:Drug`)
  WHERE edge.roles IS NOT NULL AND NOT edge.primary_knowledge_source IN $without
  WITH gene, drug, any(roles IN collect(edge.roles) WHERE 'target' IN roles) AS aimed,
    any(known IN collect(edge.known_action) WHERE 'yes' IN known) AS known
  WITH gene, count(CASE WHEN aimed AND known THEN drug END) AS known, count(CASE WHEN aimed THEN drug END) AS aimed,
    count(CASE WHEN NOT aimed THEN drug END) AS handled
  RETURN collect({gene: gene.id, name: gene.name, category: gene.category, synonym: gene.synonym, known: known,
    aimed: aimed, handled: handled}) AS genes
}
CALL () {
  MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $diseases
  MATCH (disease)-[edge:`biolink:gene_associated_with_condition`]-(gene:`biolink:NamedThing`)
  WHERE gene.id IN $genes AND NOT coalesce(edge.negated, false)
  WITH gene, disease, edge ORDER BY gene.id, disease.id, edge.id
  RETURN collect({gene: gene.id, disease: disease.id, name: disease.name, type: type(edge),
    start: startNode(edge).id, end: endNode(edge).id, edge: properties(edge)}) AS associations
}
CALL () {
  WITH 1 AS once WHERE size($mechanisms) > 0
  MATCH (gene:`biolink:NamedThing`) WHERE gene.id IN $genes
  MATCH (gene)<-[edge:`biolink:affects`|`biolink:interacts_with`]-(drug:`biolink:NamedThing`)
  WHERE edge.mechanism IS NOT NULL AND any(one IN edge.mechanism WHERE one IN $mechanisms)
    AND NOT edge.primary_knowledge_source IN $without
  WITH DISTINCT gene.id AS gene, drug.id AS drug, edge.mechanism AS mechanisms
  RETURN collect({gene: gene, drug: drug, mechanisms: mechanisms}) AS same_mechanism
}
RETURN genes, associations, same_mechanism

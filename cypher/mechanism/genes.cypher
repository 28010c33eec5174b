// Purpose: some genes, and how many drugs have each for a target whose action is known, for any target, and
// for an enzyme, transporter or carrier only.
// Parameters: genes (ids), without (sources that are left out).
MATCH (gene:`biolink:NamedThing`) WHERE gene.id IN $genes
OPTIONAL MATCH (gene)-[edge]-(drug:`biolink:Drug`)
WHERE edge.roles IS NOT NULL AND NOT edge.primary_knowledge_source IN $without
WITH gene, drug, any(roles IN collect(edge.roles) WHERE 'target' IN roles) AS aimed,
  any(known IN collect(edge.known_action) WHERE 'yes' IN known) AS known
RETURN gene.id AS gene, gene.name AS name, gene.category AS category, gene.synonym AS synonym,
  count(CASE WHEN aimed AND known THEN drug END) AS known, count(CASE WHEN aimed THEN drug END) AS aimed,
  count(CASE WHEN NOT aimed THEN drug END) AS handled
ORDER BY gene

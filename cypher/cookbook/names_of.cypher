// What an entity is called here: its name, ids, synonyms, cross references and the names that texts use.
// needs: biolink:NamedThing : entities, such as those of Hetionet (bioloom load hetionet/)
// param: about entity ~ cetirizine : the name, a synonym or an id of the entity
MATCH (entity:`biolink:NamedThing`)
WHERE entity.id IN $about
OPTIONAL MATCH (entity)<-[:DENOTES]-(mention:Mention)
WITH entity, mention.name AS name, count(mention) AS mentions
ORDER BY mentions DESC, name
WITH entity, collect(name)[..10] AS in_texts, sum(mentions) AS mentions
RETURN entity.id AS id,
       entity.name AS name,
       entity.category AS categories,
       coalesce(entity.equivalent_identifiers, []) AS equivalent,
       coalesce(entity.xref, []) AS xrefs,
       coalesce(entity.synonym, []) AS synonyms,
       in_texts,
       mentions
ORDER BY id

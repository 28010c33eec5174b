// The devices that each protocol uses and the steps that use them.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: protocol document = "" : the id of one document; empty for all
MATCH (step:Mention)-[link]-(device:Mention {native_type: 'device'})
WHERE link.original_predicate = 'use_device'
  AND NOT coalesce(link.negated, false)
  AND $protocol IN ['', device.document_id]
WITH device.document_id AS protocol, device.normalised AS key, device, step
ORDER BY step.start
WITH protocol, key,
     head(collect(device.name)) AS device,
     count(DISTINCT step) AS steps,
     collect(DISTINCT step.name) AS verbs
ORDER BY protocol, steps DESC, key
RETURN protocol, device, steps, verbs

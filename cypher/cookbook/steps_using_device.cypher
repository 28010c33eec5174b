// The steps that use a device, over all protocols, with their settings.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: device name ~ centrifuge : how the name of the device starts
MATCH (device:Mention {native_type: 'device'})
WHERE device.normalised STARTS WITH $device
MATCH (step:Mention {native_type: 'verb'})-[link]-(device)
WHERE NOT coalesce(link.negated, false)
OPTIONAL MATCH (step)-[setting]-(value:Mention)
WHERE setting.original_predicate IN ['have_parameter', 'in_condition_of'] AND value.quantity_kind IS NOT NULL
WITH DISTINCT step, device, value
ORDER BY value.start
WITH step, collect(DISTINCT device.name) AS devices, collect(DISTINCT value.name) AS settings
MATCH (step)-[:IN_SENTENCE]->(sentence:Sentence)
RETURN sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       step.name AS step,
       devices,
       settings,
       sentence.text AS text
ORDER BY protocol, sentence, step

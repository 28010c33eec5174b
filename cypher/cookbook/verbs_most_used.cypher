// The actions of the protocols by number of steps: the working vocabulary of the bench.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
MATCH (step:Mention {native_type: 'verb'})
WHERE step.normalised <> ''
RETURN step.normalised AS verb,
       count(*) AS steps,
       count(DISTINCT step.document_id) AS protocols,
       min(step.document_id) AS example
ORDER BY steps DESC, protocols DESC, verb

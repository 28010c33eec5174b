// Lock the write lease until the transaction ends; without one yet, create it. No parameters.
MERGE (l:Lease {id: 'write'})
ON CREATE SET l.epoch = timestamp()
SET l.locked = true

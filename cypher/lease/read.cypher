// The epoch of the write lease. No parameters.
MATCH (l:Lease {id: 'write'}) RETURN l.epoch AS epoch

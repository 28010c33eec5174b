// Range index: DENOTES edges by the id that the document gave.
CREATE INDEX denotes_local_id IF NOT EXISTS FOR ()-[d:DENOTES]-() ON (d.local_id)

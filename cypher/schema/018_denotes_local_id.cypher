// What mentions name by the id that their document gave, whatever it was grounded to.
CREATE INDEX denotes_local_id IF NOT EXISTS FOR ()-[d:DENOTES]-() ON (d.local_id)

// The ids that stand for one entity.
CREATE INDEX identity_canonical IF NOT EXISTS FOR (i:Identity) ON (i.canonical)

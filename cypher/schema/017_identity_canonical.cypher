// Range index: identity decisions by canonical entity.
CREATE INDEX identity_canonical IF NOT EXISTS FOR (i:Identity) ON (i.canonical)

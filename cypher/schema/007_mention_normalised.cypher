// Range index: mentions by the normal form of their text.
CREATE INDEX mention_normalised IF NOT EXISTS FOR (m:Mention) ON (m.normalised)

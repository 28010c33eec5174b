// Range index: mentions by native type.
CREATE INDEX mention_native_type IF NOT EXISTS FOR (m:Mention) ON (m.native_type)

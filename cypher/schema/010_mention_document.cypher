// Range index: mentions by document.
CREATE INDEX mention_document IF NOT EXISTS FOR (m:Mention) ON (m.document_id)

// BM25 over the text of sentences.
CREATE FULLTEXT INDEX sentence_text IF NOT EXISTS FOR (s:Sentence) ON EACH [s.text]

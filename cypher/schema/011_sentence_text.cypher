// BM25 over the text of sentences, word forms folded ("autoclaved" finds "autoclave").
CREATE FULLTEXT INDEX sentence_text IF NOT EXISTS FOR (s:Sentence) ON EACH [s.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}

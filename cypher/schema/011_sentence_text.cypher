// Full-text index (BM25) over sentence text, with stemming ("autoclaved" finds "autoclave").
CREATE FULLTEXT INDEX sentence_text IF NOT EXISTS FOR (s:Sentence) ON EACH [s.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}

"""Questions whose answer is a part of an article's text (SQuAD format, such as COVID-QA)."""

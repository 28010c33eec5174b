"""Document scorer of retrieval-augmented extraction: training, choice, marginalization."""

"""Which retrieved document a reader is shown: the tailored chunk scorer, and averages over several."""

"""Link prediction: the relation of two names from known links (SPEC P1, P8)."""

"""RELATE: a free relation phrase to a predicate of the pinned Biolink release, or NONE with a reason."""

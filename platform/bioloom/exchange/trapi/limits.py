"""Limits of a TRAPI message."""

MOST_NODES = 12
"""Nodes of a query graph."""

MOST_EDGES = 16
"""Edges of a query graph."""

MOST_IDS = 1_000
"""Ids of one query node."""

MOST_TERMS = 100
"""Categories, predicates, qualifiers or constraints of one part of a query graph."""

LONGEST_TEXT = 4_000
"""Characters of an id, a key or a value."""

LONGEST_PATTERN = 200
"""Characters of a regular expression."""

DEEPEST = 64
"""Levels of lists and objects in a message."""

"""Asked object: what changed, what a risk is of, or what was given, where a question says it."""

from bioloom.pattern_table import PatternTable

_OBJECTS = PatternTable.read("reading/publication_constraints.tsv").compile_each("objects")


def asked_object(question: str) -> str:
    """Give the words for it, by the first form that the question has; empty where it has none.

    >>> asked_object("By how much did the drug lower fasting insulin?"), asked_object("How long?")
    ('fasting insulin', '')
    """
    found = next(filter(None, (form.search(question) for form in _OBJECTS)), None)
    return found["object"].strip() if found else ""

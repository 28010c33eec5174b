"""Asked objects: what changed, what a risk is of, or what was given, where a question says it."""

from bioloom.pattern_table import PatternTable

_OBJECTS = PatternTable.read("reading/publication_constraints.tsv").compile_each("objects")


def asked_objects(question: str) -> tuple[str, ...]:
    """Give the words for it, those of the first form that the question has.

    >>> asked_objects("By how much did the drug lower fasting insulin?"), asked_objects("How long?")
    (('fasting insulin',), ())
    """
    found = next(filter(None, (form.search(question) for form in _OBJECTS)), None)
    return (found["object"].strip(),) if found else ()

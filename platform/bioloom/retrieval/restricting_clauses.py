"""Restricting clauses: "which drugs for gout bind XDH" asks for what binds XDH and is used for gout."""

from bioloom.question_parsing import stem
from bioloom.question_parsing.relation_questions import AUXILIARIES
from bioloom.retrieval.asked_relations import DRUG_CATEGORIES, asked_categories, asks_relation

_OPENING = frozenset(["that", "which", "who", "used", "given", "for", "against", "without"])
_LINKS = frozenset(["with", "by", "to", "for", "against", "in", "of"])
_LONGEST_NOUN = 3


def restricting_clause(question: str) -> tuple[str, str] | None:
    """Part a question from the clause that restricts the noun behind "which"; None where none does.

    >>> restricting_clause("Which drugs for gout bind XDH?")
    ('Which drugs bind XDH?', 'used for gout')
    >>> restricting_clause("How many genes that are associated with gout does colchicine bind?")
    ('How many genes does colchicine bind?', 'associated with gout')
    >>> restricting_clause("Which drugs without side effects treat gout?")
    ('Which drugs treat gout?', 'without side effects')
    >>> restricting_clause("Which drug treats gout and binds TUBB?")
    ('Which drug binds TUBB?', 'treats gout')
    >>> restricting_clause("Which genes are associated with gout?")
    """
    words = question.split()
    low = [word.strip("?,.;").lower() for word in words]
    noun = {"which": 1, "what": 1, "how": 2}.get(low[0] if low else "", 0)
    if not noun or (low[0] == "how" and low[1:2] != ["many"]):
        return None
    if both := _two_relations(words, low, noun):
        return both
    opening = _opening(low, noun)
    end = _end(low, opening) if opening else 0
    if not end:
        return None
    clause = [
        word for word in words[opening:end] if word.lower() not in AUXILIARIES | {"that", "which", "who"}
    ]
    if low[opening] in ("for", "against"):
        if not any(DRUG_CATEGORIES.intersection(asked_categories(stem(word))) for word in low[noun:opening]):
            return None
        clause = ["used", *clause]
    return " ".join((*words[:opening], *words[end:])), " ".join(clause).rstrip(",")


def _two_relations(words: list[str], low: list[str], noun: int) -> tuple[str, str] | None:
    """Part a question for what has two relations, each with a name of its own, at the "and" between them."""
    verb = next((at for at in range(noun + 1, len(low)) if _is_verb(low[at])), 0)
    joint = low.index("and", verb) if verb and "and" in low[verb:] else 0
    named = [word for word in low[verb:joint] if word not in AUXILIARIES | _LINKS and not asks_relation(word)]
    if not named or not _is_verb((low[joint + 1 :] or [""])[0]) or verb - noun > _LONGEST_NOUN:
        return None
    return " ".join((*words[:verb], *words[joint + 1 :])), " ".join(words[verb:joint]).rstrip(",")


def _is_verb(word: str) -> bool:
    return word in AUXILIARIES or (asks_relation(word) and word.endswith(("s", "ed", "t", "d", "e")))


def _opening(low: list[str], noun: int) -> int:
    """Find the word with which the clause begins, behind a noun of at most three words; 0 where none does."""
    for at in range(noun, min(noun + _LONGEST_NOUN + 1, len(low))):
        participle = low[at].endswith("ed") or low[at] == "bound"
        if low[at] in _OPENING or (participle and asks_relation(low[at])):
            return at if at > noun else 0
        if low[at] in AUXILIARIES or asks_relation(low[at]):
            return 0
    return 0


def _end(low: list[str], opening: int) -> int:
    """Find the verb behind the clause, none of its own words for a relation; 0 where there is none."""
    at = opening
    while at < len(low) and (low[at] in _OPENING | AUXILIARIES | _LINKS or asks_relation(low[at])):
        at += 1
    named = at
    while at < len(low) and not (low[at] in AUXILIARIES or asks_relation(low[at])):
        at += 1
    return at if named < at < len(low) - 1 else 0

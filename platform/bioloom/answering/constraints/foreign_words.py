"""Foreign words: what a part of a question names that a protocol does not have, denies, or is not about."""

import re
from collections.abc import Mapping, Sequence

from bioloom.answering.texts.protocol_text import ProtocolText, limit_of_denial
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_words,
    is_act,
    is_everyday,
    matches_any,
    name_formulas,
    names_organism,
    names_subject,
)

_WORD = re.compile(r"\w+")
_CODE = re.compile(r"\b(?=[a-z]*[A-Z])(?!pH)[A-Za-z]{1,4}-?\d{1,4}[A-Za-z]?\b")
"""A name of letters and digits, such as N3, T4 or HEK293."""

_ANTIBODIES = frozenset({"primary", "secondary"})
"""What one calls antibodies, which a protocol may call by their names."""

_SHORT = 4
"""Letters of the beginning of a name, and of the rest of it, from which one says it short."""

_MEANS = re.compile(r"\b(?:with|using)\s+(?P<means>[^,:;?]+)", re.IGNORECASE)
"""What something is done with."""

_NOUN = re.compile(
    r"\b(?:the|an?|what|which) (\w+)(?= (?!are|can|do|did|does|is|must|should|was|were)\w)", re.IGNORECASE
)
"""A word that tells the kind of the thing behind it."""

_WITHIN = re.compile(r"[\s_-]+")


def denied_words(pattern: QuestionPattern, text: ProtocolText) -> Mapping[str, int]:
    """Find the words of a part that a protocol names only to deny them, each with the place of a step.

    None of a part that asks what is not done, or why; nor is it what the title names, an act that the part
    names as a thing ("the test range"), or one that is denied beyond a limit of which the part says nothing.
    """
    if pattern.type.negative or pattern.reason:
        return {}
    said = {"", *_WORD.findall(pattern.text.lower())}
    named = {
        word
        for word in (*pattern.own_words, *pattern.anchor_words)
        if word in text.denied
        and not matches_any(word, text.title)
        and limit_of_denial(word, text.steps[text.denied[word]][1].text) in said
    }
    things = (
        {word for each in _NOUN.findall(pattern.text) for word in canonical_words(each)} if named else set()
    )
    return {word: text.denied[word] for word in named - things}


def of_other_subject(pattern: QuestionPattern, text: ProtocolText, texts: Sequence[ProtocolText]) -> bool:
    """Say whether a part names an organism or a tissue that a protocol holds nowhere, whose title has another
    one; or that the title of another protocol names, and not that of this one, which holds it nowhere or is
    of another: fat RNA is not that of adherent cells."""
    asked = {word for word in (*pattern.own_words, *pattern.anchor_words) if names_subject(word)}
    own = {word for word in text.title if names_subject(word)}
    lost = {names_organism(word) for word in asked - own if not matches_any(word, text.known)}
    return any(names_organism(word) in lost for word in own - asked) or any(
        word in other.title and (not matches_any(word, text.known) or bool(own - other.title - asked))
        for word in asked - own
        for other in texts
    )


def of_other_means(pattern: QuestionPattern, text: ProtocolText) -> bool:
    """Say whether a part names what the title of a protocol says is done, but with something that the
    protocol holds nowhere: "fixing cells with ethanol" is not "Fixing cells with paraformaldehyde"."""
    titled = _MEANS.search(text.name)
    done = canonical_words(text.name[: titled.start()]) if titled else ()
    if not done or not all(matches_any(word, {*pattern.own_words}) for word in done if not is_everyday(word)):
        return False
    named = [
        word
        for means in _MEANS.finditer(pattern.text)
        for word in canonical_words(means["means"])
        if word in pattern.own_words and not (is_everyday(word) or is_act(word) or word[:1].isdigit())
    ]
    known = text.known | text.title
    return bool(named) and not any(matches_any(word, known) for word in named)


def lacks_code(pattern: QuestionPattern, text: ProtocolText, texts: Sequence[ProtocolText]) -> bool:
    """Say whether a part names something by letters and digits that a protocol does not have and another one
    has: what "the Foxp3 antibody" takes does not stand in a protocol without Foxp3."""
    lost = _foreign_codes(_codes(name_formulas(pattern.text)), text)
    return any(not _foreign_codes(lost, other) for other in texts) if lost else False


def _codes(question: str) -> list[str]:
    """List the names of letters and digits of a question."""
    return [code for code in dict.fromkeys(_CODE.findall(question)) if len(canonical_words(code)) > 1]


def foreign_words(pattern: QuestionPattern, text: ProtocolText) -> tuple[str, ...]:
    """List the words of a part that name something of a laboratory which a protocol holds nowhere, its title
    included: a question about gold nanoparticles is not about it. Everyday words may be said otherwise."""
    known = text.known | text.title
    question = name_formulas(pattern.text)
    asked = frozenset(_WORD.findall(question))
    codes = _codes(question)
    within = {word for code in codes for word in canonical_words(code)}
    return _foreign_codes(codes, text) + tuple(
        word
        for word in (*pattern.own_words, *pattern.anchor_words)
        if (len(word) > 2 or (len(word) == 2 and word.upper() in asked))  # "Buffer PE"
        and not (word.isdigit() or word in within or (is_everyday(word) and not is_act(word)))
        and word not in _ANTIBODIES
        and not matches_any(word, known)
        and not _shortened(word, known)
    )


def _shortened(word: str, known: frozenset[str]) -> bool:
    """Say whether a word is the beginning of a much longer one: "agro" of Agrobacterium."""
    return len(word) >= _SHORT and any(
        other.startswith(word) and len(other) >= len(word) + _SHORT for other in known
    )


def _foreign_codes(codes: Sequence[str], text: ProtocolText) -> tuple[str, ...]:
    """List the names of letters and digits that a protocol does not have, however it writes them ("OD 600" is
    OD600); those that a word stands for, such as H2O, are not among them."""
    if not codes:
        return ()
    written = _WITHIN.sub("", " ".join(text.texts)).casefold()
    return tuple(code for code in codes if _WITHIN.sub("", code).casefold().rstrip("s") not in written)

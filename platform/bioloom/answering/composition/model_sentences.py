"""Support check of a language model's sentences: values, words, denials and addresses of what they cite."""

import re
from collections.abc import Iterator, Sequence

from bioloom.answering.constraints.missing_words import known_words
from bioloom.answering.texts.written_values import (
    WrittenValue,
    spelled_numbers,
    stated_values_of,
    written_values,
)
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    ALL_KINDS,
    ASKING_WORDS,
    STOP_WORDS,
    canonical_word,
    canonical_words,
    initial_words,
    is_act,
    is_english,
    is_everyday,
    is_unconstraining,
    long_forms,
    matches_any,
    parse_question,
    short_forms,
    stated_values,
)
from bioloom.records import Evidence
from bioloom.retrieval import asks_relation
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.quantity_tokens import tokenise
from bioloom.standardization.relate.clauses import clauses_of
from bioloom.standardization.relate.negation_cues import cues_of

STATED = 0.5
"""Share of a sentence's content words; more of them must stand in what it cites or in the question."""

LEAST_QUOTED = 2
"""Content words of a quote that holds no value and is no whole sentence."""

_TABLE = PatternTable.read("verdicts/written_sentences.tsv")
_DENIAL, _LACK, _OPENING, _ADDRESS = map(_TABLE.compile, ("denial", "lack", "opening", "address"))
_SAYING_NOTHING = STOP_WORDS | _TABLE.words("neutral")
_COUNTED = frozenset({"number", "times"})
_KINDS = (frozenset(ALL_KINDS) | _COUNTED) - {"ratio"}
_TOLD_APART = frozenset({"temperature", "time", "volume", "mass"})
"""Kinds of units that answer no question for another kind."""
_APART = frozenset({"temperature", "time"})
"""Those that nothing else answers: an amount may be a percentage."""
_GENERAL = ASKING_WORDS | _TABLE.words("general")
_TELLING_HOW = re.compile(r"(?:ed|ing|ly|able|ible|ous|ful|less|ive|ation|i[sz]es?|if(?:y|ies)|wards?|wise)$")
_SAME_BEGINNING = 7
"""First letters by which words of one root are known ("transformation", "transformants")."""
_FIRM_SCOPES = frozenset({"verb", "be", "sentence"})


def is_passage(quote: str, text: str) -> bool:
    """Say whether a quote stands in a text at the bounds of words, and says enough to support a sentence.

    >>> text = "add lysozyme to 0.2 mg/ml and mix on ice."
    >>> [is_passage(quote, text) for quote in ("lysozyme", "and", "dd lysozyme to", "on ice", "add lysozyme")]
    [False, False, False, True, True]
    """
    at = text.find(quote)
    bounds = (text[max(0, at - 1) : at] + quote[:1], quote[-1:] + text[at + len(quote) :][:1])
    if at < 0 or any(len(pair) == 2 and pair.isalpha() for pair in bounds):
        return False
    valued = any(map(str.isdigit, quote)) or parse_quantity(quote) is not None
    return valued or quote == text or len(set(_content(quote))) >= LEAST_QUOTED


def is_supported(
    said: str,
    question: str,
    quotes: Sequence[tuple[str, str]],
    cited: Sequence[Evidence],
    written: Sequence[tuple[str, str]],
) -> bool:
    """Say whether what a sentence says stands in what it cites; `quotes` are pairs of quote and sentence, and
    `written` the same as they are written: mM is no mm.

    Every value must stand in a quote or the sentence that it is cited from, with its unit and sign, and every
    address in what is cited; most content words there or in the question, if either is in English. What has
    no such word is held to the quotes alone. A value that is the answer must be of the kind that is asked
    for. A denial needs a denial, and a quote that denies one in return.
    """
    texts = [text for piece in cited for text in _texts(piece)]
    plain = " ".join(texts).casefold()
    return (
        _values_stand(said, question, written, texts)
        and all(found[0].casefold() in plain for found in _ADDRESS.finditer(said))
        and _words_stand(said, question, texts)
        and _things_stand(said, question, quotes, cited)
        and _denials_agree(_OPENING.sub("", said), quotes, cited)
    )


def _values_stand(said: str, question: str, quotes: Sequence[tuple[str, str]], texts: Sequence[str]) -> bool:
    values, spelled = written_values(said), spelled_numbers(said)
    if not values and not spelled:
        return True
    words = {canonical_word(word) for word in _content(said)}
    stating = [_values_of([text for _, text in quotes])]
    if not words:
        stating.append(_values_of([quote for quote, _ in quotes]))
    named = [value.number for text in (*texts, question) for value in written_values(text)]
    readings = stated_values_of(said)  # "2 to 3 h" says 2 h as well
    for value in values:
        if _is_of_name(said, value) and value.number in named:
            continue
        same = [each for each in readings if (each.start, each.end) == (value.start, value.end)]
        if not all(any(one.is_stated_by(each) for one in same for each in known) for known in stating):
            return False
    numbers = [{value.number for value in known} for known in stating]
    if not all(value.number in known for value in spelled for known in numbers):
        return False
    asked = frozenset(canonical_words(question))
    return (
        not values or not words <= asked or _is_of_asked_kind(said, question, [quote for quote, _ in quotes])
    )


def _values_of(texts: Sequence[str]) -> list[WrittenValue]:
    return [value for text in texts for value in (*stated_values_of(text), *spelled_numbers(text))]


def _is_of_name(text: str, value: WrittenValue) -> bool:
    """Say whether a number is a part of a name: IL-6, P200."""
    if value.unit is not None or not value.start:
        return False
    before = tokenise(text)[max(0, value.start - 2) : value.start + 1]
    if before[-1].tight and before[-2].text == "-":
        return len(before) > 2 and before[-2].tight and before[0].text[-1].isalpha()
    return before[-1].tight and before[-2].text[-1].isalpha() and before[-2].lower != "ph"


def _is_of_asked_kind(said: str, question: str, quotes: Sequence[str]) -> bool:
    """Say whether a value is of a kind that the question asks for, by the sentence or by its quotes."""
    asked = [each.type for each in parse_question(question).patterns]
    kinds = frozenset(kind for each in asked if each.kind == "value" for kind in each.types)
    return states_kind(said, quotes, kinds)


def states_kind(said: str, quotes: Sequence[str], kinds: frozenset[str]) -> bool:
    """Say whether a sentence states a value of one of some kinds, by its own words or by its quotes; so does
    every one where none is asked for, or one that is not known by its unit.

    >>> time = frozenset({"time"})
    >>> [states_kind(each, [], time) for each in ("Dry for 7 min.", "Dry at 20 °C.", "Dry overnight.")]
    [True, False, True]
    """
    if not kinds or not kinds <= _KINDS or stated_values(said, kinds):
        return True
    values = written_values(said)
    if spelled_numbers(said) and kinds & _COUNTED:
        return True
    bare, units = any(value.unit is None for value in values), {v.unit.kind for v in values if v.unit}
    if (bare and kinds & _COUNTED) or units & kinds or (units - _TOLD_APART and not kinds <= _APART):
        return True
    stated = [words for text in (said, *quotes) for words, _ in stated_values(text, kinds)]
    return any(value.is_stated_by(each) for value in values for each in _values_of(stated))


def _texts(piece: Evidence) -> Iterator[str]:
    texts = (piece.text, piece.before, piece.after, piece.supporting_text, piece.document_title, piece.source)
    yield from (text for text in texts if text)
    yield from (node.name for node in piece.subgraph.nodes)


def _words_stand(said: str, question: str, texts: Sequence[str]) -> bool:
    """Say whether most content words stand; words of another language cannot be compared."""
    words = _content(said)
    if not words or not (is_english(question) or is_english(said)):
        return True
    near = (*texts, question)
    known = known_words((*near, *_long_and_short(said, near)))
    return sum(matches_any(canonical_word(word), known) for word in words) > STATED * len(words)


def _things_stand(
    said: str, question: str, quotes: Sequence[tuple[str, str]], cited: Sequence[Evidence]
) -> bool:
    """Say whether every thing that a sentence names stands in a cited sentence, its title or the question.

    One may be named by a sentence around it ("the lysate", where a step goes on with it), if the sentence
    says all things of the quotes, so that none was put in the place of another.
    """
    things = _things(said)
    if not things or not (is_english(question) or is_english(said)):
        return True
    near = [*(text for _, text in quotes), question]
    for piece in cited:
        near += [
            piece.document_title or "",
            piece.source or "",
            *(each.name for each in piece.subgraph.nodes),
        ]
        near += [piece.text, piece.supporting_text or ""] if piece.assertion_id else []
    near += _long_and_short(said, near)
    known = known_words(near)
    elsewhere = [word for word in things if not _is_known(word, known)]
    if not elsewhere:
        return True
    around = known_words([text for piece in cited for text in _texts(piece)])
    own = known_words([said])
    swapped = any(not _is_known(word, own) for quote, _ in quotes for word in _things(quote))
    return not swapped and all(_is_known(word, around) for word in elsewhere)


def _long_and_short(said: str, texts: Sequence[str]) -> list[str]:
    """Give the short forms of a sentence that texts say in full, and what it says in full of theirs."""
    own, whole = short_forms(said), " ".join(texts)
    theirs = short_forms(whole)
    return [
        *(short for short in long_forms(own, texts)),
        *(long for long in long_forms(theirs, [said]).values()),
        *(short for short in initial_words(said, texts)),
        *(long for long in initial_words(whole, [said]).values()),
    ]


def _is_known(word: str, known: frozenset[str]) -> bool:
    """Say whether a word stands among others, or one with the same long beginning."""
    form = canonical_word(word)
    begun = (other[:_SAME_BEGINNING] == form[:_SAME_BEGINNING] for other in known)
    return matches_any(form, known) or (len(form) >= _SAME_BEGINNING and any(begun))


def _things(text: str) -> list[str]:
    """List the words for things: no acts, no words of general English, none that tell how something is."""
    words = [word for word in _content(text) if len(word) > 2 and not _TELLING_HOW.search(word)]
    named = ((word, canonical_word(word)) for word in words if word not in _GENERAL)
    return [
        word
        for word, form in named
        if not (is_act(form) or is_unconstraining(form) or is_everyday(form) or asks_relation(form))
    ]


def _content(text: str) -> list[str]:
    """List the words that say something: no small words, numbers and units."""
    units = {word for value in (*written_values(text), *spelled_numbers(text)) for word in value.words}
    words = [word for word in tokens(text) if word[0].isalpha() and len(word) > 1]
    return [word for word in words if word not in _SAYING_NOTHING and word not in units]


def _denials_agree(said: str, quotes: Sequence[tuple[str, str]], cited: Sequence[Evidence]) -> bool:
    against = any(edge.negated for piece in cited for edge in piece.subgraph.edges if piece.assertion_id)
    if _denies(said) or _LACK.search(said):
        return against or any(_denies(text) or _LACK.search(text) or cues_of(text) for _, text in quotes)
    if cues_of(said):
        return True
    return not against and not all(_denies(_clause(quote, text)) for quote, text in quotes)


def _denies(text: str) -> bool:
    firm = (
        cue.kind == "explicit" or (cue.kind == "implicit" and cue.scope in _FIRM_SCOPES)
        for cue in cues_of(text)
    )
    return _DENIAL.search(text) is not None or any(firm)


def _clause(quote: str, text: str) -> str:
    """Give the clause of a text that a quote stands in."""
    at = text.find(quote)
    clauses = clauses_of(text)
    return text[clauses.start(at) : max(at + len(quote), clauses.end(at + len(quote)))]

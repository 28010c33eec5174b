"""Support check of a language model's sentences: values, words, denials and addresses of what they cite."""

from collections.abc import Iterator, Sequence

from bioloom.answering.written_values import stated_values_of, written_values
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import STOP_WORDS, canonical_word, canonical_words, is_english, matches_any
from bioloom.records import Evidence
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.relate.clauses import clauses_of
from bioloom.standardization.relate.negation_cues import cues_of

STATED = 0.5
"""Share of a sentence's content words; more of them must stand in what it cites or in the question."""

LEAST_QUOTED = 2
"""Content words of a quote that holds no value and is no whole sentence."""

_TABLE = PatternTable.read("verdicts/written_sentences.tsv")
_DENIAL, _LACK, _OPENING, _ADDRESS = map(_TABLE.compile, ("denial", "lack", "opening", "address"))
_SAYING_NOTHING = STOP_WORDS | _TABLE.words("neutral")
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
    said: str, question: str, quotes: Sequence[tuple[str, str]], cited: Sequence[Evidence]
) -> bool:
    """Say whether what a sentence says stands in what it cites; `quotes` are pairs of quote and sentence.

    Every value must stand there with its unit and sign, and every address; most content words there or in
    the question, if either is in English. A denial needs a denial, and a quote that denies one in return.
    """
    texts = [text for piece in cited for text in _texts(piece)]
    known = [value for text in texts for value in stated_values_of(text)]
    plain = " ".join(texts).casefold()
    return (
        all(any(value.equals(each) for each in known) for value in written_values(said))
        and all(found[0].casefold() in plain for found in _ADDRESS.finditer(said))
        and _words_stand(said, question, texts)
        and _denials_agree(_OPENING.sub("", said), quotes, cited)
    )


def _texts(piece: Evidence) -> Iterator[str]:
    texts = (piece.text, piece.before, piece.after, piece.supporting_text, piece.document_title, piece.source)
    yield from (text for text in texts if text)
    yield from (node.name for node in piece.subgraph.nodes)


def _words_stand(said: str, question: str, texts: Sequence[str]) -> bool:
    """Say whether most content words stand; words of another language cannot be compared."""
    words = _content(said)
    if not words or not (is_english(question) or is_english(said)):
        return True
    known = frozenset(word for text in (*texts, question) for word in canonical_words(text))
    return sum(matches_any(canonical_word(word), known) for word in words) > STATED * len(words)


def _content(text: str) -> list[str]:
    """List the words that say something: no small words, numbers and units."""
    units = {word for value in written_values(text) for word in value.words}
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

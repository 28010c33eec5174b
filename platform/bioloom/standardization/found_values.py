"""Values that a program found in a text: the unit decides what they are (docs/quantities.md)."""

import re
from collections import defaultdict
from dataclasses import replace

from bioloom.records import AnnotatedDocument, Mention, Skip
from bioloom.standardization.quantities import names_strand_end, parse_quantity
from bioloom.standardization.wlp_types import TYPE_OF_KIND

_MEASURED = frozenset({"time", "temperature", "volume", "mass", "length", "force", "speed", "energy"})
"""Types of which all values have one dimension."""

_DIVISIBLE = _MEASURED | {"concentration"}
_OVERRULED = _DIVISIBLE | {"number", "times"}
_RATES = frozenset({"ramp", "flow"})
_PER = re.compile(r"\s?(?:/\s?|per\s)[^\W\d_]+")
_SEEN_BEHIND = 12  # characters


def settle_values(document: AnnotatedDocument) -> AnnotatedDocument:
    """Type the values of a document by their units, if a program typed them: `30C` is no time.

    `0.5 °C` before "per day" is widened by it, and what lies within is merged; `5'` before "end" is no value.
    """
    if document.extractor is None:
        return document
    document = _widen(document)
    text = document.document.text
    return replace(
        document,
        mentions=tuple(
            replace(mention, native_type=_settled(mention, text[mention.end : mention.end + _SEEN_BEHIND]))
            for mention in document.mentions
        ),
    )


def _settled(mention: Mention, behind: str) -> str:
    """Give the type of a mention; that which its unit contradicts gives way."""
    own = mention.native_type
    if own not in _OVERRULED:
        return own
    if names_strand_end(mention.text + behind) and not names_strand_end(behind):
        return "position"
    quantity = parse_quantity(mention.text, own)
    if quantity is None:
        return own
    by_unit = "speed" if quantity.kind in _RATES else TYPE_OF_KIND.get(quantity.kind, "number")
    shared = own == "concentration" and "/" in mention.text  # 1 µg/well
    if own in ("number", "times") and by_unit == "speed":  # 200k cells
        return own
    if by_unit in _MEASURED:
        typo = own == "concentration" and by_unit == "length"  # mm for mM: a check tells
        return own if shared or typo else by_unit
    if own == "concentration" and quantity.kind == "number" and not shared:
        return "number"
    if own in ("time", "temperature") and by_unit == "concentration" and quantity.unit != "X":
        return by_unit
    return own


def _widen(document: AnnotatedDocument) -> AnnotatedDocument:
    """Stretch values over the divisor behind them where it makes another kind of value of them."""
    ends = {sentence.id: sentence.end for sentence in document.sentences}
    text, place = document.document.text, document.document.place
    widened, merged = dict[str, Mention](), set[str]()
    beside: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        beside[mention.sentence_id].append(mention)
    for mention in document.mentions:
        end = _divisor_end(mention, text[mention.end : ends.get(mention.sentence_id, 0)])
        if end == mention.end:
            continue
        over = [other for other in beside[mention.sentence_id] if mention.end <= other.start < end]
        if all(other.end <= end for other in over):
            widened[mention.id] = replace(mention, end=end, text=text[mention.start : end])
            merged |= {other.id for other in over}
    if not widened:
        return document
    kept = [link for link in document.relations if not {link.subject, link.object} & merged]
    stated = sum(not link.derived for link in document.relations) - sum(not link.derived for link in kept)
    left_out = len(merged) + stated  # derived relations are not counted as read
    return replace(
        document,
        mentions=tuple(widened.get(each.id, each) for each in document.mentions if each.id not in merged),
        relations=tuple(kept),
        skips=(*document.skips, *([Skip("MERGED_SPAN", place, left_out)] if left_out else ())),
    )


def _divisor_end(mention: Mention, behind: str) -> int:
    """Say where a value ends if its unit goes on behind the mention, or else where the mention does."""
    found = _PER.match(behind) if mention.native_type in _DIVISIBLE else None
    if found is None:
        return mention.end
    quantity = parse_quantity(mention.text, mention.native_type)
    whole = parse_quantity(mention.text + found[0], mention.native_type)
    divided = quantity and whole and quantity.value == whole.value and quantity.kind != whole.kind
    return mention.end + (found.end() if divided else 0)

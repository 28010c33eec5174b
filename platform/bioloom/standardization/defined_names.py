"""Defined names: what a mention is called where its document says it, beside a bracket or in it.

The letters of a definition tell how long it is only as far as they fit: "heme oxygenase-1 (HO-1)" does,
"aromatase (CYP19)" does not. Two mentions of one type, one in brackets directly behind the other, define each
other all the same. And where the long form holds more than the mention before the bracket, or less, one of
both was cut.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.grounding import abbreviations
from bioloom.grounding.name_normalization import is_short_form, singular
from bioloom.grounding.name_variants import is_general, is_kind
from bioloom.records import AnnotatedDocument, Mention

_LONGEST_SHORT = 14
_SHORT = re.compile(rf"[^\s,;:=]{{2,{_LONGEST_SHORT}}}")
_WORDY = re.compile(r"[a-z]{3}")
_LAST_WORD = re.compile(r"[a-z]+$")
_LABEL = re.compile(r"^\[[^\]]{1,12}\]\s?")
_JOINING = re.compile(r",|(?:^|\s)(?:and|by|for|from|in|of|on|or|the|to|with)\s")
_OTHER_THING = re.compile(r"(?:anti|de|non|post|pre|pro)[-‐–]", re.IGNORECASE)
_SMALL = frozenset({"a", "an", "and", "as", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"})
_STATES = frozenset({"activated", "oxidised", "oxidized", "phosphorylated", "reduced"})
"""Words before a name that make another thing of it, with a letter more: NADH is reduced NAD."""

_DEFINED_KINDS = ("gene", "chemical", "disease")


@dataclass(frozen=True, slots=True)
class DefinedNames:
    """Long forms by their short forms, and of single mentions by their ids, as one document defines them."""

    long_forms: Mapping[str, str]
    places: Mapping[str, str]

    def name(self, mention: Mention) -> str:
        """Give the name of a mention: its long form, that of its singular or plural, or what it says."""
        text, forms = mention.text, self.long_forms
        if mention.id in self.places:
            return self.places[mention.id]
        for form in (text, text.removesuffix("s"), f"{text}s"):
            if form in forms:
                return forms[form]
        return text


def defined_names(document: AnnotatedDocument, categories: Mapping[str, str]) -> DefinedNames:
    """Read the definitions of a document, given the Biolink categories of its mentions by their ids."""
    text = document.document.text
    forms = abbreviations(text) if document.mentions else {}
    places: dict[str, str] = {}
    for long, short in _beside(text, document.mentions):
        held = forms.get(short.text)
        if held is None:
            if _defines(text, long, short, categories):
                forms[short.text] = long.text
        elif held != long.text and text.endswith(held, 0, long.end):
            _settle(held, long, short, forms, places)
    return DefinedNames(forms, places)


def _beside(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Give the mentions that stand alone in a bracket, each behind the mention that stands before it."""
    ends = {mention.end: mention for mention in mentions}
    for short in mentions:
        at = short.start - 1
        if text[at : at + 1] == "(" and text[short.end : short.end + 1] == ")" and _may_be_short(short.text):
            long = ends.get(at) or (ends.get(at - 1) if text[at - 1 : at] == " " else None)
            if long is not None and len(long.text) > len(short.text) + 1:
                yield long, short


def _may_be_short(text: str) -> bool:
    capitals, digits = sum(map(str.isupper, text)), any(map(str.isdigit, text))
    return _SHORT.fullmatch(text) is not None and (capitals > 1 or (capitals == 1 and digits))


def _defines(text: str, long: Mention, short: Mention, categories: Mapping[str, str]) -> bool:
    """Say whether a bracket whose letters do not fit is a name all the same: neither a member of the class
    before it ("kinases (ERK)") nor short for more words than the mention has."""
    category = categories.get(long.id, "")
    if (
        long.native_type != short.native_type
        or not any(is_kind((category,), kind) for kind in _DEFINED_KINDS)
        or _WORDY.search(long.text) is None
        or is_general(long.text, (category,))
        or _is_cut(text, long, short.text)
    ):
        return False
    last = _LAST_WORD.search(long.text)
    is_plural = last is not None and singular(last[0]) != last[0] and not short.text.endswith("s")
    return not is_plural or is_short_form(short.text, long.text)


def _is_cut(text: str, long: Mention, short: str) -> bool:
    """Say whether words are missing before a mention that its short form begins with: "copper polysaccharide
    (CXP)", and "Cyclocarya paliurus (Batal.) polysaccharide (CPP)"."""
    before = re.split(r"[\s-]", text[max(0, long.start - 40) : long.start].rstrip(" -"))[-1].casefold()
    letters = [sign.casefold() for sign in short if sign.isalnum()]
    first = long.text[0].casefold()
    if before in _STATES or letters[0] == first:
        return before in _STATES
    is_last_word = re.search(r"[\s-]", long.text) is None and letters[-1] == first
    return is_last_word or (before[:1] == letters[0] and before not in _SMALL)


def _settle(held: str, long: Mention, short: Mention, forms: dict[str, str], places: dict[str, str]) -> None:
    """Choose between a long form and the mention before its bracket, one of which ends with the other."""
    bare = _LABEL.sub("", long.text)
    if held.endswith(bare):
        more = held[: -len(bare)]
        if _JOINING.search(more) is not None:
            if _are_initials(short.text, bare):  # "ligands for class B scavenger receptor (SR-B)"
                forms[short.text] = bare
        elif " " not in more and bare[:1].casefold() == short.text[:1].casefold():
            forms[short.text] = bare  # "annexin V-propidium iodide (PI)"
        else:
            places[long.id] = held
    elif bare.endswith(held):
        more = bare[: -len(held)]
        if " " not in more.rstrip("-‐–") and not more[-1].isspace() and not _OTHER_THING.match(more):
            forms[short.text] = bare  # "para-tyramine (TYR)"


def _are_initials(short: str, long: str) -> bool:
    """Say whether every letter of a short form is the initial of a word of its own, in whatever order."""
    initials = [word[0].casefold() for word in re.findall(r"[^\W_]+", long)]
    letters = [sign.casefold() for sign in short if sign.isalpha()]
    return all(letters.count(letter) <= initials.count(letter) for letter in letters)

"""Name normalization: keys of a name without spelling variants, case and punctuation.

Two names with one key are held to be the same name. What tells things apart stays in the key: digits and
their borders (``IL-1 1`` is not ``IL-11``, ``P2 1`` not ``p21``), letters, charges, primes, percent signs.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from bioloom.resources import read_table

LONGEST_NAME = 400
"""Characters of a name; a longer text is no name and has no key."""

_GREEK = {sign: unicodedata.name(sign).split()[-1].lower() for sign in "αβγδεζηθικμνξοπρστυφχψω"}
_GREEK |= {"λ": "lambda", "ς": "sigma"}  # Unicode says lamda
_SIGNS = {"−": "-", "‐": "-", "‑": "-", "–": "-", "—": "-", "’": "'", "′": "'", "ʹ": "'", "±": "+-"}
_PLAIN = str.maketrans(_GREEK | _SIGNS)

_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN = {f"{ten}{one}": str(10 * len(ten) + at) for ten in ("", "x") for at, one in enumerate(_ONES) if one}
# A numeral stands alone and is not the first word; a lone x is a letter (fragile X) unless it counts.
_NUMERAL = re.compile(
    r"(?<=[a-z0-9])([\s(-]+)(x?viii|x?vii|x?vi|x?iv|xv|x?iii|x?ii|x?i|ix|v)(?![a-z0-9'])"
    r"|(?:(?<=type)|(?<=class)|(?<=factor)|(?<=stage)|(?<=phase))(\s+)(x)(?![a-z0-9'])"
)
_HAS_NUMERAL = re.compile(r"[\s(-][ivx]")
_POSSESSIVE = re.compile(r"(?<=[a-z])'s\b|(?<=s)'(?=\s|$)")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[^a-z0-9+'%<>]+(?=\d)")
_MINUS = re.compile(r"\(-\)|(?<=[a-z0-9\])])-+(?=$|\))|(?<=\d)-(?=\s)")
_FOREIGN = re.compile(r"[^a-z0-9+'%<>~|]+")
_LOOSE_PRIME = re.compile(r"(?<![0-9a-z])'|(?<=[a-z]{2})'")
_PLURAL_SYMBOL = re.compile(r"(?<=[A-Z0-9])s(?![A-Za-z0-9])")
_WORD = re.compile(r"[a-z]{4,}")
_DIGITS = re.compile(r"\d+")
_TRAILING_BRACKET = re.compile(r"^(.{3,}?)\s+[(\[]([^()\[\]]{1,20})[)\]]$")
_INNER_BRACKET = re.compile(r"\s*\(([A-Za-z][A-Za-z0-9-]{1,9})\)(?=[\s-])")
_OPTICAL = re.compile("[(][-+\N{MINUS SIGN}\N{EN DASH}][)](?=-)|(?<=-)[(][-+\N{MINUS SIGN}\N{EN DASH}][)]$")
_STEREO_BEHIND = re.compile(r"(.+)-(\((?:[-+]|[RS]|[RS][SR]?)\))")
_RACEMATE = re.compile(r"^\(\+/?-\)-|-\(\+/?-\)$")
_ARTICLE = re.compile(r"^(?:[Tt]he|[Aa]n|a)\s+(?=[A-Za-z][a-z]{2})")
_COMMA = re.compile(r",\s+")
_KEPT_SUFFIX = ("ss", "us", "is", "ics", "monas", "myces")


def surface(name: str) -> str:
    """Give a name as it is written, but for its spaces and its compatibility characters: case stays.

    >>> surface("  NF-κB  p65 "), surface("Ca²⁺")
    ('NF-κB p65', 'Ca2+')
    """
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name)
    return " ".join(name.split())


def key(name: str) -> str:
    """Give the key of a name; empty if nothing of it can be compared.

    >>> key("TNF-α") == key("TNFalpha") == key("Tnf alpha")
    True
    >>> key("Type II diabetes"), key("haemoglobin"), key("Alzheimer’s disease")
    ('type2diabetes', 'hemoglobin', 'alzheimerdisease')
    >>> key("IL-11"), key("IL-1 1"), key("Ca2+"), key("CD4-")
    ('il11', 'il1|1', 'ca2+', 'cd4~')
    """
    name = name.strip()
    return _key(_plain(name)) if len(name) <= LONGEST_NAME else ""


def keys(name: str) -> tuple[str, ...]:
    """List the keys that a name is filed and looked up under, the key of the whole name first.

    Further ones: without plurals, without its abbreviation in brackets, without a leading article, and
    with the words of an inverted heading in their natural order.

    >>> keys("Polymerase chain reactions (PCR)")
    ('polymerasechainreactionspcr', 'polymerasechainreactionpcr', 'polymerasechainreactions', \
'polymerasechainreaction')
    >>> keys("Neoplasms, Breast")
    ('neoplasmsbreast', 'neoplasmbreast', 'breastneoplasms', 'breastneoplasm')
    """
    name = name.strip()
    found: dict[str, None] = {}
    for form in _variants(name) if len(name) <= LONGEST_NAME else ():
        plain = _plain(form)
        whole = _key(plain)
        if whole:
            found[whole] = None
            singular = _singular(form, plain)
            if singular:
                found[singular] = None
    return tuple(found)


def name_keys(names: Iterable[str]) -> tuple[str, ...]:
    """List the distinct keys of the names of one thing, in order of appearance."""
    return tuple(dict.fromkeys(found for name in names for found in keys(name)))


def digits(name: str) -> tuple[str, ...]:
    """List the numbers in a name's key: two names with other numbers are never one name.

    >>> digits("IL-12 p40"), digits("factor VIII")
    (('12', '40'), ('8',))
    """
    return tuple(_DIGITS.findall(key(name)))


def without_own_abbreviation(name: str) -> str:
    """Leave out the abbreviation of a name that stands in brackets behind what it is short for.

    >>> without_own_abbreviation("atrial fibrillation (AF)"), without_own_abbreviation("insulin (human)")
    ('atrial fibrillation', 'insulin (human)')
    """
    name = name.strip()
    if name.endswith((")", "]")):
        match = _TRAILING_BRACKET.match(name)
        if match is not None and is_short_form(match[2], match[1]):
            return match[1]
    elif "(" in name:
        match = _INNER_BRACKET.search(name)
        if match is not None and is_short_form(match[1], name[: match.start()]):
            return name[: match.start()] + name[match.end() :]
    return name


def optical_sign(name: str) -> str | None:
    """Give the direction in which an enantiomer turns light, as its name states it: plus, minus or none.

    >>> [optical_sign(name) for name in ("(-)-pindolol", "pindolol-(+)", "(±)-pindolol", "CD4+ (naive)")]
    ['minus', 'plus', None, None]
    """
    found = _OPTICAL.search(name)
    return None if found is None else "plus" if "+" in found[0] else "minus"


def _variants(name: str) -> Iterable[str]:
    yield name
    bare = without_own_abbreviation(name)
    if bare != name:
        yield bare
    if name.endswith(")") and (turned := _STEREO_BEHIND.fullmatch(name)) is not None:
        yield f"{turned[2]}-{turned[1]}"
    if name[:1] in "tTaA":
        without = _ARTICLE.sub("", bare)
        if without != bare:
            yield without
    if ", " in bare:
        parts = _COMMA.split(bare)
        if len(parts) <= 4 and all(part and part[0].isalpha() for part in parts) and " and " not in bare:
            yield " ".join(reversed(parts))


def is_short_form(short: str, long: str) -> bool:
    """Say whether the letters of a short form stand in its long form, in order, from the start of a word.

    >>> is_short_form("PCR", "polymerase chain reaction"), is_short_form("human", "insulin")
    (True, False)
    """
    wanted = [sign for sign in short.casefold() if sign.isalnum()]
    if not wanted or len(short) >= len(long) or not short[0].isalnum():
        return False
    text = long.casefold()
    at = len(text)
    for number, sign in reversed(list(enumerate(wanted))):
        at = text.rfind(sign, 0, at)
        while at > 0 and number == 0 and text[at - 1].isalnum():
            at = text.rfind(sign, 0, at)
        if at < 0:
            return False
    return True


def _plain(name: str) -> str:
    """Fold case, Greek letters, signs and accents."""
    if name.isascii():
        return name.lower()
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_PLAIN)
    if folded.isascii():
        return folded
    apart = unicodedata.normalize("NFKD", folded)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_PLAIN)


def _key(text: str) -> str:
    if "'" in text:
        text = _LOOSE_PRIME.sub("", _POSSESSIVE.sub("", text))
    if "-" in text:
        text = _MINUS.sub("~", _RACEMATE.sub("", text))
    if _HAS_NUMERAL.search(text):
        text = _NUMERAL.sub(_arabic, text)
    if len(text) >= 6:
        text = _spelling()[0].sub(_american, text)
    text = _BETWEEN_DIGITS.sub("|", text)
    if text.isascii():
        return text if text.isalnum() else _FOREIGN.sub("", text)
    return "".join(sign for sign in text if sign.isalnum() or sign in "+'%<>~|")


def _singular(form: str, plain: str) -> str | None:
    """Give the key with every plural word in the singular, None if there is none."""
    marked = _PLURAL_SYMBOL.sub("", form) if "s" in form else form
    text = plain if marked == form else _plain(marked)
    changed = _WORD.sub(lambda match: singular(match[0]), text)
    return _key(changed) if changed != plain else None


def singular(word: str) -> str:
    """Give a word of small letters in the singular; what is none, or ends in s without being one, stays.

    >>> [singular(word) for word in ("cells", "colonies", "mice", "forceps", "saccharomyces", "hepes")]
    ['cell', 'colony', 'mouse', 'forceps', 'saccharomyces', 'hepes']
    """
    known = _plurals().get(word)
    if known is not None:
        return known
    if word[-1:] != "s" or len(word) < 5 or word.endswith(_KEPT_SUFFIX):
        return word
    if word.endswith("ies") and len(word) > 5:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _arabic(match: re.Match[str]) -> str:
    if match[4]:
        return f"{match[3]}10"
    return f"{match[1]}{_ROMAN[match[2]]}"


@cache
def _plurals() -> dict[str, str]:
    return {row["plural"]: row["singular"] for row in read_table("grounding/plurals.tsv")}


@cache
def _spelling() -> tuple[re.Pattern[str], dict[str, str]]:
    rows = {row["british"]: row["american"] for row in read_table("grounding/spellings.tsv")}
    parts = sorted(rows, key=len, reverse=True)
    word = rf"(?:{'|'.join(map(re.escape, parts))})"
    return re.compile(word), rows


def _american(match: re.Match[str]) -> str:
    return _spelling()[1][match[0]]

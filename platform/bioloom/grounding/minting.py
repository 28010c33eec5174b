"""Minting of local CURIEs: the same CURIE for the same name, kept for review."""

import re
from hashlib import sha256
from urllib.parse import quote, unquote

from bioloom.grounding.name_normalization import optical_sign, singular, without_own_abbreviation
from bioloom.names import normalise
from bioloom.records import Entity
from bioloom.resources import read_words

PREFIX = "bioloom"
LONGEST_SLUG = 80
_HASH_LENGTH = 16
_LAST_WORD = re.compile(r"[^\W\d_]+(?=[\W_]*$)")
_PLURAL_SYMBOL = re.compile(r".*[A-Z]s")
_BROKEN_ESCAPE = re.compile("%[0-9A-F]?$")

MINTED_TYPES = frozenset(" ".join(words) for words in read_words("grounding/minted_types.txt"))


def mint(name: str, native_type: str, category: str) -> Entity:
    """Give a named thing a local identity: a pure function of its `minted_name` and the type.

    Generic words (mixture, sample) are minted like any other name: what they denote is the word, and a
    reader sees which one. Two names share an identity only if their minted names are the same.

    >>> mint("Phosphate-Buffered  Saline", "blend", "biolink:ChemicalMixture").id
    'bioloom:blend.phosphate-buffered-saline'
    >>> mint("70% EtOH", "chemical", "biolink:ChemicalEntity").id
    'bioloom:chemical.70-%25-etoh'
    """
    return _entity(minted_name(name), native_type, category)


def minted_name(name: str) -> str:
    """Give the normal form of a name, its last word in the singular; symbols stay as they are.

    Its own abbreviation in brackets is left out, the sign of an enantiomer becomes the first word.

    >>> [minted_name(name) for name in ("Paper towels", "mRNAs", "GAPDHS", "E. coli cultures")]
    ['paper towel', 'mrna', 'gapdhs', 'e coli culture']
    >>> [minted_name(name) for name in ("atrial fibrillation (AF)", "pindolol-(-)", "(+/-)-Pindolol")]
    ['atrial fibrillation', 'minus pindolol', 'pindolol']
    """
    name = without_own_abbreviation(name)
    if (sign := optical_sign(name)) is not None:
        return f"{sign} {_singular(name)}".rstrip()
    return _singular(name)


def _singular(name: str) -> str:
    normal = normalise(name)
    before, space, word = normal.rpartition(" ")
    written = _LAST_WORD.search(name)
    if written is None or written[0].casefold() != word or not word.isascii():
        return normal
    if _PLURAL_SYMBOL.fullmatch(written[0]):
        return normal[:-1]
    return before + space + singular(word) if written[0][1:].islower() else normal


def singular_form(name: str) -> str:
    """Give a name with its last word in the singular, as `minted_name` does, in the spelling that it has.

    >>> [singular_form(name) for name in ("Urinary tract infections", "mRNAs", "Cataracts (both)", "gas")]
    ['Urinary tract infection', 'mRNAs', 'Cataracts (both)', 'gas']
    """
    written = _LAST_WORD.search(name)
    if written is None or not written[0].isascii() or not written[0][1:].islower():
        return name
    word = singular(written[0].lower())
    word = word.capitalize() if written[0][0].isupper() else word
    return name[: written.start()] + word + name[written.end() :]


def is_spelling(name: str, id_: str) -> bool:
    """Say whether an id is one that is minted for a name, in this release or before it knew plurals.

    >>> [is_spelling(name, "bioloom:thing.paper-towel") for name in ("Paper Towels", "paper")]
    [True, False]
    """
    slug = id_.removeprefix(f"{PREFIX}:").partition(".")[2]
    return slug in (_slug(minted_name(name)), _slug(normalise(name)))


def unmint(id_: str, category: str) -> Entity | None:
    """Give back what was minted under an id; None where a hash stands for a part of the name.

    >>> unmint("bioloom:nucleic-acid.100-bp-ladder", "biolink:NucleicAcidEntity").name
    '100 bp ladder'
    >>> unmint(mint("a" * 90, "blend", "biolink:ChemicalMixture").id, "biolink:ChemicalMixture") is None
    True
    """
    kind, _, slug = id_.removeprefix(f"{PREFIX}:").partition(".")
    if not slug or "~" in slug:
        return None
    entity = _entity(normalise(unquote(slug.replace("-", " "))), unquote(kind.replace("-", " ")), category)
    return entity if entity.id == id_ else None


def _entity(normal: str, native_type: str, category: str) -> Entity:
    kind = quote(native_type.strip().lower().replace(" ", "-"), safe="-_") or "thing"
    return Entity(
        id=f"{PREFIX}:{kind}.{_slug(normal)}",
        name=normal or native_type,
        categories=(category,),
        native_type=native_type,
    )


def _slug(normal: str) -> str:
    """Write a normal form in CURIE letters; `~` and a hash end what is too long or empty."""
    slug = quote(normal.replace(" ", "-"), safe="-.")
    if slug and len(slug) <= LONGEST_SLUG:
        return slug
    kept = _BROKEN_ESCAPE.sub("", slug[: LONGEST_SLUG - _HASH_LENGTH - 1])
    return f"{kept}~{sha256(normal.encode()).hexdigest()[:_HASH_LENGTH]}"

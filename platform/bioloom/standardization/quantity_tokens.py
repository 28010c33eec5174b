"""Tokenization of measured values into signs, words and numbers."""

import re
import unicodedata
from dataclasses import dataclass

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("º˚∘◦", "°"),
        **dict.fromkeys("✕✖⨯╳", "×"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", None),
        "μ": "µ",
        "∶": ":",
        "⁄": "/",
        "ǀ": "|",
    }
)
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_DEGREE = re.compile(r"⁰(?=\s?[CF])")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_VULGAR = re.compile("[¼-¾⅐-⅞]")
_MINUS = re.compile(r"\bminus\s+(?=[0-9])", re.IGNORECASE)
_TOKEN = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[^\W\d_]+|\S")


@dataclass(frozen=True, slots=True)
class QuantityToken:
    """One sign, word or number; `tight` says that nothing stands between it and the token before."""

    text: str
    tight: bool

    @property
    def lower(self) -> str:
        """The token in lower case."""
        return self.text.lower()

    @property
    def numeric(self) -> bool:
        """Say whether it starts with an ASCII digit."""
        return self.text[0] in "0123456789"


def plain(text: str) -> str:
    """Unify the many dashes, degree signs, micros, powers and fractions that texts use.

    >>> plain("−80 ºC, 10⁶ cells ml⁻¹")
    '-80 °C, 10^6 cells ml^-1'
    """
    text = _MINUS.sub("-", _DEGREE.sub("°", text))
    text = _RAISED.sub(lambda found: "^" + found.group().translate(_PLAIN), text.translate(_SIGNS))
    text = _VULGAR.sub(lambda found: " " + unicodedata.normalize("NFKC", found.group()), text)
    return unicodedata.normalize("NFKC", text).translate(_SIGNS)


def tokenise(text: str) -> tuple[QuantityToken, ...]:
    """Cut a text into tokens.

    >>> [token.text for token in tokenise("17,000×g")]
    ['17,000', '×', 'g']
    """
    found: list[QuantityToken] = []
    last = -1
    for match in _TOKEN.finditer(plain(text)):
        found.append(QuantityToken(match.group(), match.start() == last))
        last = match.end()
    return tuple(found)

"""Language of a question: English, or one that is not understood, by the words that questions are made of."""

from __future__ import annotations

from bioloom.names import tokens

_OTHERS = frozenset(
    """
    wie was welche welcher welches wann wo warum wird werden wurde ist sind der die das den dem bei mit und
    für    quel quelle quels quelles combien comment est sont le la les des du pour avec dans et une
    cual cuál cuales cuánto cuanto cuánta cómo como qué es son el los las del para con por y una
    quale quali quanto quanta come è sono il lo gli della per nel
    """.split()  # noqa: SIM905 (as the other word lists)
)
"""Words of questions in German, French, Spanish and Italian."""

_ENGLISH = (
    frozenset(
        """
        a an and are at can did do does for from how in is of on or should the to was were what when where
        which who why with
        """.split()  # noqa: SIM905
    )
    - _OTHERS
)

_LEAST = 2
_LOOKED_AT = 500
"""Characters of a question that are looked at."""


def is_english(text: str) -> bool:
    """Say whether a question may be in English; shorthand without such words may be.

    >>> is_english("How long is the gel run?"), is_english("gel, 100 V"), is_english("Wie lang ist der Lauf?")
    (True, True, False)
    """
    words = frozenset(tokens(text[:_LOOKED_AT].lower()))
    return len(words & _OTHERS) < _LEAST or bool(words & _ENGLISH)

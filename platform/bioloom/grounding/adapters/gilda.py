"""gilda, an optional grounder with its own lists of names, behind the interface of ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bioloom.errors import MissingExtraError
from bioloom.grounding.name_variants import is_general
from bioloom.records import Grounding, Naming

METHOD = "gilda"
_PREFIXES: Mapping[str, str] = {"UP": "UniProtKB", "FPLX": "FPLX", "PUBCHEM": "PUBCHEM.COMPOUND"}
_LONGEST = 400


class GildaGrounder:
    """Grounds names with gilda's lists and its disambiguation by context; needs the extra `gilda`.

    `grounder` is a ``gilda.Grounder``; without it gilda takes the one that it downloads. Categories are
    not known to gilda and so not compared.
    """

    def __init__(self, grounder: Any = None) -> None:
        if grounder is None:
            try:
                import gilda
            except ImportError as error:
                raise MissingExtraError("grounding with gilda", "gilda") from error
            grounder = gilda
        self._grounder = grounder

    def ground(self, namings: Sequence[Naming], document_text: str = "") -> tuple[Grounding | None, ...]:
        """Ground names in their order; a tie of the first two stays None."""
        return tuple(self._ground(naming, document_text) for naming in namings)

    def candidates(self, naming: Naming, k: int = 10, document_text: str = "") -> tuple[Grounding, ...]:
        """List what a name may denote, best first."""
        if not naming.text.strip() or len(naming.text) > _LONGEST:
            return ()
        matches = self._grounder.ground(naming.text, context=document_text or naming.context or None)
        return tuple(
            Grounding(_curie(match.term.db, match.term.id), match.term.entry_name, float(match.score), METHOD)
            for match in matches[:k]
        )

    def _ground(self, naming: Naming, document_text: str) -> Grounding | None:
        if is_general(naming.text, naming.categories):
            return None
        found = self.candidates(naming, 2, document_text)
        if not found or (len(found) > 1 and found[0].score == found[1].score):
            return None
        return found[0]


def _curie(database: str, id_: str) -> str:
    """Write a gilda id as a CURIE; some of its ids carry their prefix already.

    >>> _curie("UP", "P01375"), _curie("CHEBI", "CHEBI:15377")
    ('UniProtKB:P01375', 'CHEBI:15377')
    """
    return id_ if ":" in id_ else f"{_PREFIXES.get(database, database)}:{id_}"

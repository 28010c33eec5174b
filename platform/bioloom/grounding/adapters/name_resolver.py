"""Name Resolver of the Translator: names to CURIEs by search, judged here by our own keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bioloom.errors import ServiceUnavailable
from bioloom.grounding.adapters.json_service import Service, strings
from bioloom.grounding.category_compatibility import fit
from bioloom.grounding.name_normalization import keys, surface
from bioloom.grounding.name_variants import is_general
from bioloom.records import Grounding, Naming

METHOD = "name resolver"
_SAME_LABEL, _SAME_NAME, _ALIKE = 0.9, 0.8, 0.4


class NameResolver:
    """Grounds names by ``lookup``, with the methods of a Grounder.

    The service ranks by likeness, so a name is grounded only if the answer says the same name (by key) of
    one thing; the others are candidates.
    """

    def __init__(self, service: Service) -> None:
        self._service = service

    def ground(self, namings: Sequence[Naming], document_text: str = "") -> tuple[Grounding | None, ...]:
        """Ground names in their order; one call a distinct name, unless its answer is kept."""
        return tuple(self._ground(naming) for naming in namings)

    def candidates(self, naming: Naming, k: int = 10, document_text: str = "") -> tuple[Grounding, ...]:
        """List what a name may denote, best first."""
        text = surface(naming.text)
        if not keys(text):
            return ()
        query = {"string": text, "autocomplete": "false", "offset": "0", "limit": str(max(k, 10))}
        if len(naming.categories) == 1:
            query["biolink_type"] = naming.categories[0].removeprefix("biolink:")
        answer = self._service.ask("lookup", query)
        if not isinstance(answer, list):
            raise ServiceUnavailable(f"{self._service.url} gave no list of names")
        found = [one for item in answer if (one := self._candidate(item, naming)) is not None]
        return tuple(sorted(found, key=lambda one: -one.score))[:k]

    def _ground(self, naming: Naming) -> Grounding | None:
        if is_general(naming.text, naming.categories):
            return None
        found = self.candidates(naming)
        best = [one for one in found if one.score == found[0].score]
        return best[0] if len(best) == 1 and best[0].score > _ALIKE else None

    def _candidate(self, item: Any, naming: Naming) -> Grounding | None:
        try:
            curie, label = item["curie"], item.get("label") or ""
            if not isinstance(curie, str) or not isinstance(label, str):
                raise TypeError("curie and label are texts")
            if fit(naming.categories, tuple(strings(item.get("types")))) == "none":
                return None
            wanted = set(keys(naming.text))
            if wanted & set(keys(label)):
                return Grounding(curie, label, _SAME_LABEL, METHOD)
            same = any(wanted & set(keys(name)) for name in strings(item.get("synonyms")))
            return Grounding(curie, label, _SAME_NAME if same else _ALIKE, METHOD)
        except (KeyError, TypeError, AttributeError) as error:
            raise ServiceUnavailable(
                f"{self._service.url} gave a name in another form than agreed: {error!r}"
            ) from error

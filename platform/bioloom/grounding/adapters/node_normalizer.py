"""Node Normalizer of the Translator: the preferred CURIE of a thing, and its other ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.errors import ServiceUnavailable
from bioloom.grounding.adapters.json_service import Service, strings

MOST_A_CALL = 1_000


@dataclass(frozen=True, slots=True)
class Normalised:
    """A thing as the service knows it: preferred id and name, all equivalent ids, categories."""

    id: str
    name: str
    equivalent: tuple[str, ...]
    categories: tuple[str, ...]


class NodeNormalizer:
    """Asks ``get_normalized_nodes``; with `conflate` genes and their products are one thing."""

    def __init__(self, service: Service, *, conflate: bool = True) -> None:
        self._service = service
        self._conflate = conflate

    def normalise(self, curies: Sequence[str]) -> Mapping[str, Normalised]:
        """Give what is known of these CURIEs; those that the service does not know are left out."""
        found: dict[str, Normalised] = {}
        wanted = sorted(set(curies))
        for start in range(0, len(wanted), MOST_A_CALL):
            batch = wanted[start : start + MOST_A_CALL]
            answer = self._service.ask(
                "get_normalized_nodes", body={"curies": batch, "conflate": self._conflate}
            )
            if not isinstance(answer, dict):
                raise ServiceUnavailable(f"{self._service.url} gave no object of normalised nodes")
            for curie in batch:
                if answer.get(curie) is not None:
                    found[curie] = _normalised(answer[curie], self._service.url)
        return found


def _normalised(node: Any, url: str) -> Normalised:
    try:
        equivalent = tuple(each["identifier"] for each in node.get("equivalent_identifiers", ()))
        id_ = node["id"]["identifier"]
        if not all(isinstance(one, str) for one in (id_, *equivalent)):
            raise TypeError("identifiers are texts")
        return Normalised(
            id_, str(node["id"].get("label") or ""), equivalent, tuple(strings(node.get("type")))
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ServiceUnavailable(f"{url} gave a node in another form than agreed: {error!r}") from error

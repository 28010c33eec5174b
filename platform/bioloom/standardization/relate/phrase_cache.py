"""Phrase cache: decisions on relation phrases, kept on disk for all loads with the same models."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter

from bioloom.disk_cache import DiskCache, content_key
from bioloom.records.predicate_mapping import Claim, Standardized

_DECISION = TypeAdapter(Standardized)


class PhraseCache:
    """Decisions by the content of their claims; several processes may share the file."""

    def __init__(self, file: Path) -> None:
        self._disk = DiskCache(file)

    def find(self, claims: Sequence[Claim]) -> dict[int, Standardized]:
        """Give the decisions that are kept, by the places of their claims; unreadable ones are left out."""
        places: dict[bytes, list[int]] = {}
        for place, claim in enumerate(claims):
            places.setdefault(_key(claim), []).append(place)
        found: dict[int, Standardized] = {}
        for key, value in self._disk.find(list(places)).items():
            with suppress(ValueError):  # of another form: it is decided anew
                found.update(dict.fromkeys(places[key], _DECISION.validate_json(value)))
        return found

    def keep(self, decisions: Iterable[tuple[Claim, Standardized]]) -> None:
        """Keep decisions."""
        self._disk.keep((_key(claim), _DECISION.dump_json(decision)) for claim, decision in decisions)


def cache_file(folder: Path, parts: Mapping[str, object]) -> Path:
    """Name the file for one way of deciding: another release, model, threshold or code has another file."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return folder / "relate" / f"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}.sqlite"


def _key(claim: Claim) -> bytes:
    ends = claim.subject, claim.subject_categories, claim.object, claim.object_categories
    return content_key(repr((claim.relationship, *ends, claim.text)))

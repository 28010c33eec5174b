"""Gold keys of corpus labels in a vocabulary, by the mapping tables in ontology/."""

from __future__ import annotations

from functools import lru_cache

from bioloom.biolink import model
from bioloom.standardization.relate.vocabulary import Vocabulary, vocabulary
from bioloom.standardization.sssom import SssomMapping, read_mapping_set
from bioloom_lab.relate_cases.case import NONE, RelationCase

SCHEMES = {"chemprot": "chemprot", "git": "semmeddb", "ddi": "ddi", "biored": "biored"}
"""The corpora and the folders of ontology/ that map their labels."""
_QUALIFIERS = ("object_aspect_qualifier", "object_direction_qualifier")


def gold_keys(case: RelationCase, words: Vocabulary) -> tuple[str, ...]:
    """Give the keys that a case's labels mean, in the direction of its claim; none for NONE or no key.

    For ChemProt's vocabulary they are the labels of its corpus. For Biolink, every key with the predicate,
    aspect, direction and order of ends that the mapping table gives the label (the finer one, where there is
    one); the key named like the predicate comes first.
    """
    return tuple(dict.fromkeys(key for keys in _keys_of(case, words) for key in keys))


def single_key(case: RelationCase, words: Vocabulary) -> str | None:
    """Give the one key to teach for a case, None if its labels mean none or several things."""
    meant = {keys[0] for keys in _keys_of(case, words) if keys}
    return meant.pop() if len(meant) == 1 else None


def _keys_of(case: RelationCase, words: Vocabulary) -> list[tuple[str, ...]]:
    if case.labels == (NONE,):
        return []
    if words.name == "chemprot":
        return [(label,) for label in case.labels] if case.source == "chemprot" else []
    return [
        _keys(words.name, SCHEMES[case.source], label, case.backward) for label in case.details or case.labels
    ]


@lru_cache(maxsize=1024)
def _keys(name: str, scheme: str, label: str, backward: bool) -> tuple[str, ...]:
    row = _meanings(scheme).get(label)
    if row is None or not model().is_predicate(row.object_id):
        return ()
    words = vocabulary(name)
    predicate, swapped = model().canonical(row.object_id)
    turned = (swapped != row.inverse) != backward and not model().symmetric(predicate)
    wanted = [row.qualifiers.get(qualifier) for qualifier in _QUALIFIERS]
    found = [
        key
        for key, target in words.targets.items()
        if target.predicate == predicate
        and target.swapped == turned
        and [target.qualifiers.get(qualifier) for qualifier in _QUALIFIERS] == wanted
    ]
    named = row.object_id if turned == swapped else model().inverse(row.object_id)
    return tuple(sorted(found, key=lambda key: key != named))


@lru_cache(maxsize=8)
def _meanings(scheme: str) -> dict[str, SssomMapping]:
    """Read a mapping table: of several rows for a label, the first that asks nothing of the ends."""
    found: dict[str, SssomMapping] = {}
    for row in read_mapping_set(f"{scheme}/relations.sssom.tsv").mappings:
        if not row.extensions.get("edge_subject_category") and not row.extensions.get("edge_object_category"):
            found.setdefault(row.subject_label, row)
    return found

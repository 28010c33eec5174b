"""Compile the descriptors of a vocabulary: what the pinned release says of each predicate, in words.

``python -m bioloom_lab.maintenance.predicate_descriptors ontology/relate`` writes ``biolink.keys.tsv`` and
``<vocabulary>.descriptors.tsv``; a test compiles again and compares. Negations are made by rule, or
with ``--llm`` by the model of the settings (SPEC R3). Nothing else touches the network.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from bioloom.biolink import PINNED, model
from bioloom.errors import OntologyError
from bioloom.resources import package, text
from bioloom.settings import Settings
from bioloom.standardization.relate.vocabulary import VOCABULARIES, Descriptor, Target
from bioloom.standardization.tsv import read_table
from bioloom_lab.maintenance.llm_negation import negate_by_model
from bioloom_lab.maintenance.release_wording import mapping_words, sentences
from bioloom_lab.maintenance.rule_negation import negate_descriptor

Negate = Callable[[Sequence[str]], Sequence[str | None]]
_PHRASES, _REPLACED = "relate/biolink.phrases.tsv", "relate/biolink.replaced.tsv"
_MAPPINGS = ("exact", "close", "narrow")
_ASPECT, _DIRECTION = "object_aspect_qualifier", "object_direction_qualifier"
_PASSIVE = {"increased": "increased", "decreased": "decreased", "": "affected"}
_REGULATED = {"upregulated": "positively regulated", "downregulated": "negatively regulated"}


@dataclass(slots=True)
class _Entry:
    """A key while it is put together: its target, and its texts with where each is from."""

    target: Target
    texts: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, texts: Iterable[str], source: str) -> None:
        for each in texts:
            self.texts.setdefault(each.casefold().strip(" ."), (each, source))


def compile_biolink() -> tuple[list[Target], list[Descriptor]]:
    """Gather keys and positive descriptors of the pinned release, with our own phrases after them."""
    entries = {key: _predicate(key, slot) for key, slot in _slots()}
    entries |= _qualified()
    for row in read_table(_REPLACED):
        old, new = (_entry(entries, row[column], _REPLACED) for column in ("predicate", "key"))
        new.texts = {**old.texts, **new.texts}
        del entries[row["predicate"]]
    for row in read_table(_PHRASES):
        _entry(entries, row["key"], _PHRASES).add([row["text"]], "bioloom")
    descriptors = [
        Descriptor(key, each, False, source)
        for key, entry in entries.items()
        for each, source in entry.texts.values()
    ]
    return [entry.target for entry in entries.values()], descriptors


def _entry(entries: dict[str, _Entry], key: str, table: str) -> _Entry:
    if key not in entries:
        raise OntologyError(f"ontology/{table}: there is no key {key!r}")
    return entries[key]


def compile_chemprot() -> list[Descriptor]:
    """Gather the positive descriptors of ChemProt's nine predicates, which we wrote (SPEC S11)."""
    rows = read_table("relate/chemprot.phrases.tsv")
    return [Descriptor(row["key"], row["text"], False, "bioloom") for row in rows]


def with_negations(descriptors: Sequence[Descriptor], negate: Negate) -> list[Descriptor]:
    """Put after each descriptor its negation, where there is one (SPEC R3, R4)."""
    found: list[Descriptor] = []
    for one, negation in zip(descriptors, negate([each.text for each in descriptors]), strict=True):
        found.append(one)
        if negation is not None:
            found.append(Descriptor(one.key, negation, True, one.source))
    return found


def negate_by_rule(texts: Sequence[str]) -> list[str | None]:
    """Negate every text by `negate_descriptor`."""
    return [negate_descriptor(each) for each in texts]


def descriptor_table(name: str, descriptors: Iterable[Descriptor]) -> str:
    """Give the text of ``<name>.descriptors.tsv``."""
    head = [
        f"# What each key of {name} means, and, negated, what it denies; generated, never edited.",
        "# made by: python -m bioloom_lab.maintenance.predicate_descriptors ontology/relate",
        f"# release: {PINNED if name == 'biolink' else 'chemprot-9'}",
        "# licence: CC0 1.0, as the Biolink Model and the phrases beside this file",
        "key\ttext\tnegated\tsource",
    ]
    rows = [
        f"{each.key}\t{each.text}\t{'true' if each.negated else 'false'}\t{each.source}"
        for each in descriptors
    ]
    return "\n".join([*head, *rows]) + "\n"


def key_table(targets: Iterable[Target]) -> str:
    """Give the text of ``biolink.keys.tsv``."""
    head = [
        "# What each key stands for: a canonical predicate with qualifiers; generated, never edited.",
        "# made by: python -m bioloom_lab.maintenance.predicate_descriptors ontology/relate",
        f"# release: {PINNED}",
        "# licence: CC0 1.0, as the Biolink Model",
        "key\tpredicate\tqualifiers\tswapped",
    ]
    rows = []
    for each in targets:
        qualifiers = "|".join(f"{name}={value}" for name, value in each.qualifiers.items())
        rows.append(f"{each.key}\t{each.predicate}\t{qualifiers}\t{'true' if each.swapped else 'false'}")
    return "\n".join([*head, *rows]) + "\n"


def _slots() -> Iterator[tuple[str, dict[str, Any]]]:
    schema = yaml.safe_load(package("biolink_model", "schema/biolink_model.yaml"))
    slots = {"biolink:" + name.replace(" ", "_"): (name, slot) for name, slot in schema["slots"].items()}
    for curie in model().predicates():
        name, slot = slots[curie]
        yield curie, {"name": name, **slot}


def _predicate(curie: str, slot: dict[str, Any]) -> _Entry:
    predicate, swapped = model().canonical(model().predicate(curie) or curie)
    entry = _Entry(Target(curie, predicate, {}, swapped))
    entry.add([slot["name"]], "name")
    entry.add((alias.replace("_", " ") for alias in slot.get("aliases", ())), "alias")
    entry.add(sentences(slot.get("description", "")), "definition")
    for nearness in _MAPPINGS:
        terms = (mapping_words(term) for term in slot.get(f"{nearness}_mappings", ()))
        entry.add([words for words in terms if words], f"{nearness} mapping")
    return entry


def _qualified() -> dict[str, _Entry]:
    """Make an entry for each qualified meaning of the predicate mapping, and one for its inverse."""
    found: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for row in yaml.safe_load(text("ontology", "biolink/predicate_mapping.yaml"))["predicate mappings"]:
        meaning = (row["predicate"], *sorted(_qualifiers(row).items()))
        found.setdefault(meaning, []).append(row)
    entries: dict[str, _Entry] = {}
    for rows in found.values():
        predicate, qualifiers = "biolink:" + rows[0]["predicate"].replace(" ", "_"), _qualifiers(rows[0])
        aspect = qualifiers[_ASPECT].replace("_", " ")
        names = [row["mapped predicate"] for row in rows]
        key = next((name for name in names if aspect in name), names[0])
        entry = entries[key] = _Entry(Target(key, predicate, qualifiers))
        entry.add(names, "name")
        entry.add([_stated(predicate, qualifiers)], "qualifiers")
        for nearness in _MAPPINGS:
            terms = (mapping_words(term) for row in rows for term in row.get(f"{nearness} matches", ()))
            entry.add([words for words in terms if words], f"{nearness} mapping")
        inverse = _inverse_name(qualifiers)
        entries[inverse] = _Entry(Target(inverse, predicate, qualifiers, swapped=True))
        entries[inverse].add([inverse], "qualifiers")
    return entries


def _qualifiers(row: dict[str, Any]) -> dict[str, str]:
    slots = {
        "qualified predicate": "qualified_predicate",
        **{name.replace("_", " "): name for name in (_ASPECT, _DIRECTION)},
    }
    values = {slot: str(row[name]).replace(" ", "_") for name, slot in slots.items() if name in row}
    if "qualified_predicate" in values:
        values["qualified_predicate"] = "biolink:" + values["qualified_predicate"]
    return values


def _stated(predicate: str, qualifiers: dict[str, str]) -> str:
    """Say a qualified meaning as its parts: ``causes increased abundance of``."""
    verb = qualifiers.get("qualified_predicate", predicate).removeprefix("biolink:").replace("_", " ")
    parts = (verb, qualifiers.get(_DIRECTION, ""), qualifiers[_ASPECT].replace("_", " "), "of")
    return " ".join(part for part in parts if part)


def _inverse_name(qualifiers: dict[str, str]) -> str:
    direction = qualifiers.get(_DIRECTION, "")
    if direction in _REGULATED:
        return f"{_REGULATED[direction]} by"
    return f"{qualifiers[_ASPECT].replace('_', ' ')} {_PASSIVE[direction]} by"


def main(arguments: Sequence[str] | None = None) -> None:
    """Compile both vocabularies into the folder given."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--llm", action="store_true", help="negate by the model of BIOLOOM_LLM_URL")
    given = parser.parse_args(arguments)
    negate: Negate = partial(negate_by_model, Settings()) if given.llm else negate_by_rule
    for path, content in compiled(negate):
        (given.folder / path).write_text(content, encoding="utf-8")


def compiled(negate: Negate = negate_by_rule) -> Iterator[tuple[str, str]]:
    """Give name and text of every file that is compiled."""
    targets, biolink = compile_biolink()
    yield "biolink.keys.tsv", key_table(targets)
    for name, descriptors in zip(VOCABULARIES, (biolink, compile_chemprot()), strict=True):
        yield f"{name}.descriptors.tsv", descriptor_table(name, with_negations(descriptors, negate))


if __name__ == "__main__":
    main()

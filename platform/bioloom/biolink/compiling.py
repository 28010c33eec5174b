"""Compile the pinned Biolink release into the compact table that the program reads.

bmt needs seconds to read the model and knows nothing that changes between two starts, so its answers are
written down once: ``python -m bioloom.biolink.compiling ontology/biolink``. A test compiles again and
compares, so the table cannot drift from what bmt says. Nothing here touches the network.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bioloom.resources import package

if TYPE_CHECKING:
    from bmt import Toolkit

Table = dict[str, Any]
_SCHEMA = ("biolink_model.yaml", "attributes.yaml")
_PREFIXES = "prefixmaps/biolink_model_prefix_map.json"
_ENUMS_BESIDE_QUALIFIERS = ("AgentTypeEnum", "KnowledgeLevelEnum")


def open_toolkit() -> Toolkit:
    """Open bmt on the schema of the installed biolink-model package, without any download."""
    from bmt import Toolkit

    with tempfile.TemporaryDirectory() as folder:
        for name in _SCHEMA:  # side by side, so that the import of `attributes` finds its file
            Path(folder, name).write_text(package("biolink_model", f"schema/{name}"), encoding="utf-8")
        toolkit = Toolkit(schema=str(Path(folder, _SCHEMA[0])), predicate_map={"predicate mappings": []})
        toolkit.view.imports_closure()  # reads the imported files now, while they are there
    return toolkit


def compile_release(toolkit: Toolkit) -> Table:
    """Write down all that bioloom asks of the model: categories, predicates, qualifiers, slots, prefixes."""
    qualifiers = _qualifiers(toolkit)
    ranges = [entry["range"] for entry in qualifiers.values()]
    return {
        "release": version("biolink-model"),
        "source": f"biolink-model {version('biolink-model')} through bmt {version('bmt')}",
        "licence": "CC0-1.0",
        "categories": _categories(toolkit),
        "predicates": _predicates(toolkit),
        "qualifiers": qualifiers,
        "enums": _enums(toolkit, [*ranges, *_ENUMS_BESIDE_QUALIFIERS]),
        "slots": _slots(toolkit),
        "prefixes": json.loads(package("biolink_model", _PREFIXES)),
    }


def write_release(folder: Path) -> Path:
    """Compile the installed release into ``<folder>/<release>.json`` and return that path."""
    table = compile_release(open_toolkit())
    path = folder / f"{table['release']}.json"
    path.write_text(dump(table), encoding="utf-8")
    return path


def dump(table: Table) -> str:
    """Give the text of a table: one term a line, so that two releases compare line by line."""
    sections = []
    for name, content in table.items():
        if isinstance(content, Mapping):
            lines = ",\n".join(f"{json.dumps(key)}: {_compact(entry)}" for key, entry in content.items())
            sections.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
        else:
            sections.append(f"{json.dumps(name)}: {json.dumps(content)}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _categories(toolkit: Toolkit) -> Table:
    things = set(toolkit.get_descendants("named thing", reflexive=True))
    notes = set(toolkit.get_descendants("annotation", reflexive=True, mixin=False))
    mixins = {
        ancestor
        for thing in things
        for ancestor in toolkit.get_ancestors(thing, reflexive=False)
        if ancestor not in things and ancestor != "entity"
    }
    kinds = {**dict.fromkeys(mixins, "mixin"), **dict.fromkeys(notes, "annotation")}
    kinds |= dict.fromkeys(things, "thing")
    curie = {name: _class_curie(toolkit, name) for name in (*kinds, "entity")}
    found = {}
    for name, kind in kinds.items():
        element = toolkit.get_element(name)
        above = toolkit.get_ancestors(name, reflexive=False)
        found[curie[name]] = _given(
            name=name,
            kind=kind,
            ancestors=[curie[a] for a in above if a in curie],
            aliases=_texts(element.aliases),
            definition=_sentence(element.description),
            id_prefixes=_texts(element.id_prefixes),
            deprecated=bool(element.deprecated),
        )
    return dict(sorted(found.items()))


def _predicates(toolkit: Toolkit) -> Table:
    names = toolkit.get_descendants("related to", reflexive=True)
    curie = {name: _slot_curie(toolkit, name) for name in names}
    inverses = _inverses(toolkit, names)
    found = {}
    for name in names:
        element = toolkit.get_element(name)
        replacement = element.deprecated_element_has_exact_replacement
        domain, range_ = (_signature_end(toolkit, name, end) for end in ("domain", "range"))
        found[curie[name]] = _given(
            name=name,
            ancestors=[curie[a] for a in toolkit.get_ancestors(name, reflexive=False) if a in curie],
            aliases=_texts(element.aliases),
            definition=_sentence(element.description),
            domain=domain,
            range=range_,
            inverse=curie.get(inverses.get(name, "")),
            symmetric=bool(toolkit.is_symmetric(name)),
            canonical=bool(toolkit.is_translator_canonical_predicate(name)),
            deprecated=bool(element.deprecated),
            replacement=curie.get(str(replacement)) if replacement else None,
        )
    return dict(sorted(found.items()))


def _inverses(toolkit: Toolkit, names: Iterable[str]) -> dict[str, str]:
    """Pair each predicate with its inverse; the model states it on one of the two only."""
    stated = {
        name: str(toolkit.get_element(name).inverse) for name in names if toolkit.get_element(name).inverse
    }
    return {other: name for name, other in stated.items()} | stated


def _signature_end(toolkit: Toolkit, name: str, end: str) -> str | None:
    """Find the domain or range that the predicate states or else inherits along is_a."""
    step: str | None = name
    while step is not None:
        element = toolkit.get_element(step)
        stated = getattr(element, end)
        if stated:
            return _class_curie(toolkit, str(stated))
        step = str(element.is_a) if element.is_a else None
    return None


def _qualifiers(toolkit: Toolkit) -> Table:
    found = {}
    for name in toolkit.get_descendants("qualifier", reflexive=False):
        element = toolkit.get_element(name)
        if not element.abstract:
            found[_slot_key(name)] = _given(
                range=_qualifier_range(toolkit, name),
                definition=_sentence(element.description),
                multivalued=bool(element.multivalued),
            )
    return dict(sorted(found.items()))


def _qualifier_range(toolkit: Toolkit, name: str) -> str:
    """Give an enumeration's name where the model states one, on the slot or in its associations' usage."""
    enums = toolkit.view.all_enums()
    stated = toolkit.get_element(name).range
    if stated in enums:
        return str(stated)
    for association in toolkit.get_all_associations():
        usage = toolkit.get_element(association).slot_usage
        refined = usage[name].range if name in usage else None
        if refined in enums:
            return str(refined)
    return str(stated) if stated else "string"


def _enums(toolkit: Toolkit, ranges: Iterable[str]) -> Table:
    every = toolkit.view.all_enums()
    found = {}
    for name in sorted(set(ranges) & set(every)):
        values = every[name].permissible_values
        found[name] = {str(text): str(value.is_a) if value.is_a else None for text, value in values.items()}
    return found


def _slots(toolkit: Toolkit) -> Table:
    """List the properties of nodes and edges, and whether each may hold several values."""
    found = {}
    for kind, names in (
        ("node", toolkit.get_all_node_properties()),
        ("edge", toolkit.get_all_edge_properties()),
    ):
        for name in names:
            entry = found.setdefault(_slot_key(name), {"of": [], "multivalued": False})
            entry["of"].append(kind)
            entry["multivalued"] = bool(toolkit.get_element(name).multivalued)
    return dict(sorted(found.items()))


def _given(**fields: object) -> Table:
    """Keep what is stated: no nulls, no empty lists, no false flags."""
    return {name: value for name, value in fields.items() if value}


def _texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]


def _sentence(text: str | None) -> str | None:
    return re.sub(r"\s+", " ", text).strip() if text else None


def _class_curie(toolkit: Toolkit, name: str) -> str:
    element = toolkit.get_element(name)
    return "biolink:" + re.sub(r"(?:^| )([a-zA-Z])", lambda match: match.group(1).upper(), element.name)


def _slot_curie(toolkit: Toolkit, name: str) -> str:
    return f"biolink:{_slot_key(toolkit.get_element(name).name)}"


def _slot_key(name: str) -> str:
    return name.replace(" ", "_")


def main() -> None:
    """Run ``python -m bioloom.biolink.compiling FOLDER``."""
    parser = argparse.ArgumentParser(description="Write the compact table of the installed Biolink release.")
    parser.add_argument("folder", type=Path, help="where <release>.json is written: ontology/biolink")
    write_release(parser.parse_args().folder)


if __name__ == "__main__":
    main()

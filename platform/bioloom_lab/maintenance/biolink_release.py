"""Compiler of the pinned Biolink release into the compact table that the program reads.

bmt needs seconds to read the model and knows nothing that changes between two starts, so its answers are
written down once: ``python -m bioloom_lab.maintenance.biolink_release ontology/biolink``. A test compiles
again and compares, so the table cannot drift from what bmt says. Nothing here touches the network.
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

import yaml

from bioloom.errors import OntologyError
from bioloom.resources import package, text

if TYPE_CHECKING:
    from bmt.toolkit import Toolkit

Table = dict[str, Any]
_SCHEMA = ("biolink_model.yaml", "attributes.yaml")
_PREFIXES = "prefixmaps/biolink-model-prefix-map.json"  # the one that follows the schema of the release
_VALUES = {
    "integer": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "boolean": "boolean",
}
_ENUMS_BESIDE_QUALIFIERS = ("AgentTypeEnum", "KnowledgeLevelEnum")


def open_toolkit() -> Toolkit:
    """Open bmt on the schema of the installed biolink-model package, without any download."""
    from bmt.toolkit import Toolkit

    predicate_map = yaml.safe_load(text("ontology", "biolink/predicate_mapping.yaml"))
    with tempfile.TemporaryDirectory() as folder:
        for name in _SCHEMA:  # side by side, so that the import of `attributes` finds its file
            Path(folder, name).write_text(package("biolink_model", f"schema/{name}"), encoding="utf-8")
        toolkit = Toolkit(schema=str(Path(folder, _SCHEMA[0])), predicate_map=predicate_map)
        toolkit.view.imports_closure()  # reads the imported files now, while they are there
    return toolkit


def compile_release(toolkit: Toolkit) -> Table:
    """Write down all that bioloom asks of the model: categories, predicates, qualifiers, slots, prefixes."""
    qualifiers = _qualifiers(toolkit)
    ranges = [entry["range"] for entry in qualifiers.values()]
    return {
        "release": version("biolink-model"),
        "source": "the package biolink-model, through bmt, by bioloom_lab.maintenance.biolink_release",
        "licence": "CC0-1.0",
        "categories": _categories(toolkit),
        "predicates": _predicates(toolkit),
        "signatures": _signatures(toolkit),
        "qualified": _qualified(toolkit),
        "qualifiers": qualifiers,
        "enums": _enums(toolkit, [*ranges, *_ENUMS_BESIDE_QUALIFIERS]),
        "slots": _slots(toolkit),
        "prefixes": _prefixes(),
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
    found: Table = {}
    for name, kind in kinds.items():
        element = _element(toolkit, name)
        above = toolkit.get_ancestors(name, reflexive=False)
        found[curie[name]] = _given(
            name=name,
            kind=kind,
            ancestors=[curie[a] for a in above if a in curie],
            aliases=_texts(element.aliases),
            mappings=_texts(element.exact_mappings),
            definition=_sentence(element.description),
            id_prefixes=list(dict.fromkeys(_texts(element.id_prefixes))),
            deprecated=bool(element.deprecated),
        )
    return dict(sorted(found.items()))


def _predicates(toolkit: Toolkit) -> Table:
    names = toolkit.get_descendants("related to", reflexive=True)
    curie = {name: _slot_curie(toolkit, name) for name in names}
    inverses = _inverses(toolkit, names)
    found: Table = {}
    for name in names:
        element = _element(toolkit, name)
        replacement = element.deprecated_element_has_exact_replacement
        domain, range_ = (_signature_end(toolkit, name, end) for end in ("domain", "range"))
        found[curie[name]] = _given(
            name=name,
            ancestors=[curie[a] for a in toolkit.get_ancestors(name, reflexive=False) if a in curie],
            aliases=_texts(element.aliases),
            mappings=_texts(element.exact_mappings),
            narrower=_texts(element.narrow_mappings),
            definition=_sentence(element.description),
            domain=domain and _class_curie(toolkit, domain),
            range=range_ and _class_curie(toolkit, range_),
            inverse=curie.get(inverses.get(name, "")),
            symmetric=bool(toolkit.is_symmetric(name)),
            canonical=bool(toolkit.is_translator_canonical_predicate(name)),
            deprecated=bool(element.deprecated),
            replacement=str(replacement) if replacement in curie.values() else None,
        )
    return dict(sorted(found.items()))


def _inverses(toolkit: Toolkit, names: Iterable[str]) -> dict[str, str]:
    """Pair each predicate with its inverse; the model mostly states it on one of the two only."""
    elements = {name: _element(toolkit, name) for name in names}
    stated = {name: str(element.inverse) for name, element in elements.items() if element.inverse}
    return {other: name for name, other in stated.items()} | stated


def _signature_end(toolkit: Toolkit, name: str, end: str) -> str | None:
    """Find the domain or range that the predicate states or else inherits along is_a."""
    step: str | None = name
    while step is not None:
        element = _element(toolkit, step)
        stated = getattr(element, end)
        if stated:
            return str(stated)
        step = str(element.is_a) if element.is_a else None
    return None


def _signatures(toolkit: Toolkit) -> list[list[str]]:
    """List subject, predicate and object of the associations that contradict the predicate's own signature.

    The release has `participates in` begin at an `occurrent`, and an association class have a gene take
    part in a process. Nothing could satisfy both, so the association stands as a second signature.
    """
    found = []
    for association in toolkit.get_all_associations():
        subject, object_ = (_refined(toolkit, association, slot, "range") for slot in ("subject", "object"))
        predicate = _refined(toolkit, association, "predicate", "subproperty_of")
        if subject and predicate and object_:
            domain, range_ = (_signature_end(toolkit, predicate, end) for end in ("domain", "range"))
            if _contradicts(toolkit, subject, domain) or _contradicts(toolkit, object_, range_):
                ends = _class_curie(toolkit, subject), _class_curie(toolkit, object_)
                found.append([ends[0], _slot_curie(toolkit, predicate), ends[1]])
    return sorted(found)


def _refined(toolkit: Toolkit, association: str, slot: str, part: str) -> str | None:
    """Find what an association, or the nearest above it, says about one of its slots."""
    for name in toolkit.get_ancestors(association):
        usage = _element(toolkit, name).slot_usage
        stated = getattr(usage[slot], part) if slot in usage else None
        if stated:
            return str(stated)
    return None


def _contradicts(toolkit: Toolkit, category: str, wanted: str | None) -> bool:
    """Say whether nothing of the category can be of the wanted class."""
    if wanted is None or wanted == "named thing":
        return False
    below = set(toolkit.get_descendants(category, reflexive=True))
    return below.isdisjoint(toolkit.get_descendants(wanted, reflexive=True))


def _qualified(toolkit: Toolkit) -> Table:
    """Write down what older predicates and other sources' terms mean: a predicate with qualifiers."""
    found: Table = {}
    for entry in toolkit.pmap["predicate mappings"]:
        slots = {_slot_key(key): value for key, value in entry.items() if "qualif" in key}
        qualifiers = {slot: value.replace(" ", "_") for slot, value in sorted(slots.items())}
        if "qualified_predicate" in qualifiers:
            qualifiers["qualified_predicate"] = _slot_curie(toolkit, slots["qualified_predicate"])
        meaning = {"predicate": _slot_curie(toolkit, entry["predicate"]), "qualifiers": qualifiers}
        for term in (entry["mapped predicate"], *entry.get("exact matches", ())):
            if found.setdefault(term, meaning) != meaning:
                found[term] = None  # the map contradicts itself: better no meaning than either
    return {term: meaning for term, meaning in sorted(found.items()) if meaning}


def _qualifiers(toolkit: Toolkit) -> Table:
    """List the slots below `qualifier`, and those that are called so and stand elsewhere in the model."""
    found: Table = {}
    below = toolkit.get_descendants("qualifier", reflexive=False)
    called = [name for name in toolkit.get_all_edge_properties() if _slot_key(name).endswith("_qualifier")]
    for name in dict.fromkeys((*below, *called)):
        element = _element(toolkit, name)
        if name in called or not element.abstract:
            found[_slot_key(name)] = _given(
                range=_qualifier_range(toolkit, name),
                definition=_sentence(element.description),
                multivalued=bool(element.multivalued),
            )
    return dict(sorted(found.items()))


def _qualifier_range(toolkit: Toolkit, name: str) -> str:
    """Give an enumeration's name where the model states one, on the slot or in its associations' usage."""
    enums = toolkit.view.all_enums()
    stated = _element(toolkit, name).range
    if stated in enums:
        return str(stated)
    refined = {
        str(range_)
        for association in toolkit.get_all_associations()
        if (range_ := _refined(toolkit, association, name, "range")) in enums
    }
    if len(refined) == 1:
        return refined.pop()
    return str(stated) if stated else "string"


def _enums(toolkit: Toolkit, ranges: Iterable[str]) -> Table:
    every: Mapping[Any, Any] = toolkit.view.all_enums()
    found: Table = {}
    for name in sorted(set(ranges) & set(every)):
        values: Any = every[name].permissible_values
        found[str(name)] = {str(value): str(at.is_a) if at.is_a else None for value, at in values.items()}
    return found


def _slots(toolkit: Toolkit) -> Table:
    """List the properties of nodes and edges, which hold several values, and which hold numbers."""
    found: Table = {}
    kinds = {"node": toolkit.get_all_node_properties(), "edge": toolkit.get_all_edge_properties()}
    for kind, names in kinds.items():
        for name in names:
            entry = found.setdefault(_slot_key(name), {"of": [], "multivalued": False})
            entry["of"].append(kind)
            entry["multivalued"] = bool(_element(toolkit, name).multivalued)
            if kind_of_value := _VALUES.get(_base_type(toolkit, name)):
                entry["value"] = kind_of_value
    return dict(sorted(found.items()))


def _base_type(toolkit: Toolkit, name: str) -> str:
    """Find the base type of a slot's range, stated or inherited; the range if it is no type."""
    step: str | None = name
    found = ""
    while step is not None and not found:
        element = _element(toolkit, step)
        found = str(element.range or "")
        step = str(element.is_a) if element.is_a else None
    types: Mapping[Any, Any] = toolkit.view.all_types()
    while found in types and types[found].typeof:
        found = str(types[found].typeof)
    return found


def _prefixes() -> dict[str, str]:
    """Read Biolink's prefix map, without the prefixes that it gives no real address for."""
    every = json.loads(package("biolink_model", _PREFIXES))
    return {prefix: iri for prefix, iri in sorted(every.items()) if "example.org/UNKNOWN" not in iri}


def _element(toolkit: Toolkit, name: str) -> Any:
    element = toolkit.get_element(name)
    if element is None:
        raise OntologyError(f"{name} is not in the installed Biolink release")
    return element


def _given(**fields: object) -> Table:
    """Keep what is stated: no nulls, no empty lists, no false flags."""
    return {name: value for name, value in fields.items() if value}


def _texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]


def _sentence(words: str | None) -> str | None:
    return re.sub(r"\s+", " ", words).strip() if words else None


def _class_curie(toolkit: Toolkit, name: str) -> str:
    words = str(_element(toolkit, name).name)
    return "biolink:" + re.sub(r"(?:^| )([a-zA-Z])", lambda match: match.group(1).upper(), words)


def _slot_curie(toolkit: Toolkit, name: str) -> str:
    return f"biolink:{_slot_key(str(_element(toolkit, name).name))}"


def _slot_key(name: str) -> str:
    return name.replace(" ", "_")


def main() -> None:
    """Run ``python -m bioloom_lab.maintenance.biolink_release FOLDER``."""
    parser = argparse.ArgumentParser(description="Write the compact table of the installed Biolink release.")
    parser.add_argument("folder", type=Path, help="where <release>.json is written: ontology/biolink")
    write_release(parser.parse_args().folder)


if __name__ == "__main__":
    main()

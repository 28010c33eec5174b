"""Scheme file: a user's own types and relations as YAML in LinkML's words, checked line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import get_args

import yaml

from bioloom.biolink import NAMED_THING, model
from bioloom.errors import SourceError
from bioloom.extraction.llm.scheme_terms import SchemeTerm, SchemeTerms, Task, index_terms, is_null

_NAME = re.compile(r"[A-Za-z][\w -]{0,59}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LARGEST = 1_000_000  # bytes
_READ = {
    "the file": ("classes", "slots", "comments", "name", "description", "version"),
    "a class": ("description", "class_uri", "attributes", "examples", "annotations", "abstract", "tree_root"),
    "a slot": ("description", "slot_uri", "domain", "range", "examples", "annotations", "abstract"),
}
"""The keys that mean something here; LinkML has more, which are passed over."""


@dataclass(frozen=True, slots=True)
class OwnRelation:
    """What a relation of a scheme file means: a Biolink predicate or a phrase, and the types of its ends."""

    meaning: str
    domain: str | None
    range: str | None


@dataclass(frozen=True, slots=True)
class OwnScheme:
    """A user's scheme: its terms for the prompt, and what types and relations mean beyond it."""

    name: str
    terms: SchemeTerms
    categories: Mapping[str, str]
    relations: Mapping[str, OwnRelation]


@dataclass(frozen=True, slots=True)
class _Field:
    """A value of the file with its line."""

    node: yaml.Node
    line: int

    def fields(self) -> dict[str, _Field]:
        if not isinstance(self.node, yaml.MappingNode):
            return {}
        return {str(key.value): _Field(value, key.start_mark.line + 1) for key, value in self.node.value}

    def text(self) -> str:
        return " ".join(self.node.value.split()) if isinstance(self.node, yaml.ScalarNode) else ""


def read_scheme(path: Path) -> OwnScheme:
    """Read a scheme file; SourceError, with its line, for what an extractor could not ask for or map.

    Classes are the types, slots and attributes the relations: those that are abstract, the root of a tree or
    (attributes) of no type of the file are passed over. ``class_uri`` and ``slot_uri`` name Biolink's terms.
    """
    return _Reader(str(path)).read(_whole(path))


def _whole(path: Path) -> _Field:
    try:
        if path.stat().st_size > _LARGEST:
            raise SourceError("is larger than a megabyte, too large for a scheme", str(path))
        node = yaml.compose(path.read_text(encoding="utf-8-sig"), Loader=yaml.SafeLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(path)) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise SourceError(f"is no YAML: {error.problem}", str(path), line) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SourceError(f"is no YAML: {error}", str(path)) from error
    if not isinstance(node, yaml.MappingNode):
        raise SourceError("holds no mapping with classes and slots", str(path), 1)
    return _Field(node, 1)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one file; every error names its line."""

    file: str

    def read(self, whole: _Field) -> OwnScheme:
        top = self._known("the file", whole)
        classes = {
            name: each
            for name, each in self._named("classes", top).items()
            if not (_is_true(each, "abstract") or _is_true(each, "tree_root"))
        }
        if not classes:
            raise self._fault("names no classes: each is a type of thing to find", whole)
        categories = {name: self._category(name, each) for name, each in classes.items()}
        slots = dict(self._slots(top, classes))
        rules = tuple(f"{n}. {rule}" for n, rule in enumerate(self._texts(top.get("comments")), 1))
        terms = index_terms(
            tuple(self._term("a class", name, each) for name, each in classes.items()),
            tuple(self._term("a slot", name, each) for name, (each, _) in slots.items()),
            dict.fromkeys(get_args(Task), rules),
            title=top["name"].text() if "name" in top else Path(self.file).stem,
        )
        self._clash(classes, terms.spelled_types)
        self._clash({name: each for name, (each, _) in slots.items()}, terms.spelled_relations)
        relations = {name: self._relation(name, *each, classes) for name, each in slots.items()}
        return OwnScheme(terms.title, terms, categories, relations)

    def _slots(
        self, top: Mapping[str, _Field], classes: Mapping[str, _Field]
    ) -> Iterator[tuple[str, tuple[_Field, str | None]]]:
        """Give the slots, and the attributes whose range is a type, with the class that has them."""
        for name, each in self._named("slots", top).items():
            if not _is_true(each, "abstract"):
                yield name, (each, None)
        for owner, each in classes.items():
            for name, attribute in self._named("attributes", each.fields()).items():
                of = attribute.fields().get("range")
                if of is not None and of.text() in classes:
                    yield name, (attribute, owner)

    def _relation(
        self, name: str, slot: _Field, owner: str | None, classes: Mapping[str, _Field]
    ) -> OwnRelation:
        fields = slot.fields()
        ends: list[str | None] = []
        for key, given in (("domain", owner), ("range", None)):
            end = fields.get(key)
            if end is not None and end.text() not in classes:
                raise self._fault(f"the {key} {end.text()!r} of {name} is no class of the file", end)
            ends.append(end.text() if end is not None else given)
        if is_null(name):
            raise self._fault(f"{name!r} is how a model says that there is no relation", slot)
        meaning = " ".join(_CAMEL.sub(" ", name).replace("_", " ").replace("-", " ").lower().split())
        if (uri := fields.get("slot_uri")) is not None and uri.text().startswith("biolink:"):
            if not model().is_predicate(uri.text()):
                raise self._fault(f"{uri.text()} is no predicate of Biolink {model().version}", uri)
            meaning = uri.text()
        return OwnRelation(meaning, *ends)

    def _category(self, name: str, each: _Field) -> str:
        uri = each.fields().get("class_uri")
        if uri is None or not uri.text().startswith("biolink:"):
            return model().category(_CAMEL.sub(" ", name)) or NAMED_THING
        if not model().is_category(uri.text()):
            raise self._fault(f"{uri.text()} is no category of Biolink {model().version}", uri)
        return uri.text()

    def _term(self, what: str, name: str, each: _Field) -> SchemeTerm:
        fields = self._known(what, each)
        if _NAME.fullmatch(name) is None:
            raise self._fault(f"the name {name!r} is not of letters, digits, blanks, _ and -", each)
        hints = fields["annotations"].fields() if "annotations" in fields else {}
        told = fields.get("description") or hints.get("prompt")
        if told is None or not told.text():
            raise self._fault(f"{name} has no description: a model is told by it what is meant", each)
        examples = self._texts(fields.get("examples"))
        if what == "a slot":
            examples = tuple(text for text in examples if f" {name} " in text)
        return SchemeTerm(name, told.text(), examples)

    def _named(self, key: str, within: Mapping[str, _Field]) -> dict[str, _Field]:
        """Give the entries of a mapping by their names."""
        if key not in within:
            return {}
        if not isinstance(within[key].node, yaml.MappingNode):
            raise self._fault(f"{key} is no mapping of names", within[key])
        return within[key].fields()

    def _texts(self, field: _Field | None) -> tuple[str, ...]:
        if field is None:
            return ()
        if not isinstance(field.node, yaml.SequenceNode):
            raise self._fault("a list is expected here", field)
        items = [_Field(node, node.start_mark.line + 1) for node in field.node.value]
        return tuple(text for item in items if (text := item.fields().get("value", item).text()))

    def _known(self, what: str, field: _Field) -> dict[str, _Field]:
        """Give the fields of a mapping; one that is nearly a key that is read is a slip."""
        fields = field.fields()
        for key, each in fields.items():
            near = get_close_matches(key, _READ[what], 1, 0.8) if key not in _READ[what] else []
            if near and near[0] not in fields:
                raise self._fault(f"{what} has no {key!r}: {near[0]!r} may be meant", each)
        return fields

    def _clash(self, named: Mapping[str, _Field], spelled: Mapping[str, str]) -> None:
        for name, each in named.items():
            if name not in spelled.values():
                raise self._fault(f"{name} is spelled like another name of the file", each)

    def _fault(self, message: str, field: _Field) -> SourceError:
        return SourceError(message, self.file, field.line)


def _is_true(field: _Field, key: str) -> bool:
    flag = field.fields().get(key)
    return flag is not None and flag.text().lower() == "true"

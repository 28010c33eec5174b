"""Query cookbook: named read queries, their parameters typed by the head comment of each file.

A file of ``cypher/cookbook/`` starts with its purpose and then names each parameter::

    // Steps hotter than one temperature and longer than one time.
    // needs: Mention : protocols with annotations, such as WLP (bioloom load wlp/)
    // param: min_celsius float = 37 : lowest temperature in degrees Celsius
    // param: protocol document ~ wlp:protocol_350 : the id of a document

``needs`` names labels or relationship types, of which one must be in the graph, and what brings them.
A parameter with ``~`` must be given; what follows is an example, in the graph of the demo or, where a query
needs more than that holds, of Hetionet. Types are ``text``, ``name`` (compared in its normal form), ``int``,
``float``, ``bool``, ``list`` (texts separated by ``|``), and those that `cookbook_runner` looks up in the
graph: ``entity`` (ids of what has a name), ``reagent`` (those ids, and the normal form), ``document`` (an
id), ``verb`` (its normal form), ``predicate`` (of Biolink, with or without its prefix).
"""

import json
import math
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bioloom import resources
from bioloom.errors import UnknownQueryError, UsageError
from bioloom.names import nearest, normalise

Argument: TypeAlias = str | int | float | bool | list[str] | dict[str, list[str]]

_FOLDER = "cookbook"
_PARAMETER = re.compile(
    r"// param: (?P<name>\w+) (?P<type>\w+)(?: (?P<sign>[=~]) (?P<value>\"[^\"]*\"|\S+)) : (?P<purpose>.+)"
)
_COMMENT = re.compile(r"^//.*\n", re.MULTILINE)
_PLACE = re.compile(r"\$(\w+)")
_NEED = re.compile(r"// needs: (?P<names>\S+) : (?P<purpose>.+)")
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a recipe; `default` is the text of its default, None where it must be given."""

    name: str
    type: str
    purpose: str
    default: str | None
    example: str


@dataclass(frozen=True, slots=True)
class Need:
    """Labels or relationship types of which a graph must hold one, and what brings them."""

    names: tuple[str, ...]
    purpose: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """One query of the cookbook: what it answers, what it needs, and its Cypher."""

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    cypher: str
    needs: tuple[Need, ...] = ()

    @property
    def signature(self) -> str:
        """The parameters with their defaults, as a list for people."""
        return ", ".join(
            each.name if each.default is None else f"{each.name}={each.default}" for each in self.parameters
        )

    @property
    def examples(self) -> dict[str, str]:
        """An example of each parameter that must be given."""
        return {each.name: each.example for each in self.parameters if each.default is None}

    def command(self, given: Mapping[str, str]) -> str:
        """Write the command line that runs it with these parameters."""
        pairs = (word for name, text in given.items() for word in ("-p", f"{name}={text}"))
        return shlex.join(("bioloom", "query", self.name, *pairs))

    def bind(self, given: Mapping[str, str]) -> dict[str, Argument]:
        """Read the given texts by their declared types and fill in the defaults; nothing is looked up yet."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise UsageError(f"{self.name} has no parameter {name!r}; it takes: {names}")
        filled = {name: text for name, text in given.items() if text.strip()}
        bound: dict[str, Argument] = {}
        for parameter in self.parameters:
            text = given.get(parameter.name, parameter.default)
            if text is None or (parameter.default is None and not text.strip()):
                raise UsageError(
                    f"{self.name} needs --param {parameter.name}=… ({parameter.type}: {parameter.purpose}); "
                    f"for example: {self.command({**self.examples, **filled})}"
                )
            bound[parameter.name] = _read(self.name, parameter, text)
        return bound


def argument_text(value: object) -> str:
    """Write a value as the text that `Recipe.bind` reads: true and false, lists with ``|`` between.

    >>> argument_text(["DOID:2841", True])
    'DOID:2841|true'
    """
    match value:
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return "|".join(argument_text(each) for each in value)
        case _:
            return str(value)


def filled_in(cypher: str, arguments: Mapping[str, object]) -> str:
    """Write the arguments of a query in place of its parameters, and leave out its head comment.

    >>> filled_in("// Why.\\nRETURN $n + size($names.ids)", {"n": 2, "names": {"ids": ["it's"]}})
    'RETURN 2 + size({ids: ["it\\'s"]}.ids)'
    """
    return _PLACE.sub(lambda found: _literal(arguments[found[1]]), _COMMENT.sub("", cypher)).strip()


def recipes() -> tuple[Recipe, ...]:
    """Read the whole cookbook, in the order of its names."""
    return tuple(_recipe(file) for file in resources.names("cypher", _FOLDER, ".cypher"))


def recipe(name: str) -> Recipe:
    """Find one recipe by its name.

    >>> recipe("steps_of_protocol").parameters[0].name
    'protocol'
    """
    files = {_name(file): file for file in resources.names("cypher", _FOLDER, ".cypher")}
    if name not in files:
        near = nearest(name, files)
        if near:
            hint = f"did you mean {near}? All of them: "
        elif " " in name.strip():  # the words of a query instead of its name
            hint = (
                "Cypher of your own goes behind --cypher (in Python cypher=...), a question behind --ask (in "
                "Python ask(...)); all of them: "
            )
        else:
            hint = "see: "
        raise UnknownQueryError(f"the cookbook has no query {name!r}; {hint}bioloom query --list")
    return _recipe(files[name])


def choose(name: str | None, cypher: str | None) -> Recipe | None:
    """Find the recipe that a call names; None where it brings Cypher instead. UsageError for both."""
    if (name is None) == (cypher is None):
        raise UsageError("give either the name of a cookbook query or cypher; see: bioloom query --list")
    return None if name is None else recipe(name)


def parse_recipe(name: str, cypher: str) -> Recipe:
    """Read the purpose, the needs and the parameters from the head comment of a cookbook file."""
    purpose: list[str] = []
    needs: list[Need] = []
    parameters: list[Parameter] = []
    for line in cypher.splitlines():
        if not line.startswith("//"):
            break
        found = _PARAMETER.fullmatch(line)
        if found:
            value = found["value"].strip('"')
            default = value if found["sign"] == "=" else None
            parameter = Parameter(found["name"], found["type"], found["purpose"], default, value)
            if parameter.type not in _READERS:
                raise UsageError(f"{name}: parameter {parameter.name} has no type {parameter.type!r}")
            parameters.append(parameter)
        elif need := _NEED.fullmatch(line):
            needs.append(Need(tuple(need["names"].split("|")), need["purpose"]))
        elif line.startswith(("// param", "// needs")):
            raise UsageError(f"{name}: not a line of parameters or needs: {line}")
        else:
            purpose.append(line.removeprefix("//").strip())
    if not purpose:
        raise UsageError(f"{name}: the head comment does not say what the query is for")
    return Recipe(name, " ".join(purpose), tuple(parameters), cypher, tuple(needs))


def _literal(value: object) -> str:
    """Write a value as Cypher: maps have keys without quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_literal(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _recipe(file: str) -> Recipe:
    return parse_recipe(_name(file), resources.text("cypher", file))


def _name(file: str) -> str:
    return file.removeprefix(f"{_FOLDER}/").removesuffix(".cypher")


def _read(query: str, parameter: Parameter, text: str) -> Argument:
    try:
        return _READERS[parameter.type](text)
    except ValueError as error:
        raise UsageError(f"{query}: {parameter.name} must be {parameter.type}, not {text!r}") from error


def _integer(text: str) -> int:
    number = int(text)
    if abs(number) > _LARGEST:
        raise ValueError(text)
    return number


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _truth(text: str) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if text.casefold() not in words:
        raise ValueError(text)
    return words[text.casefold()]


def _predicate(text: str) -> str:
    name = "_".join(text.split())
    return name if not name or ":" in name else f"biolink:{name}"


def _list(text: str) -> list[str]:
    return [part for part in (piece.strip() for piece in text.split("|")) if part]


_READERS: Mapping[str, Callable[[str], Argument]] = {
    "bool": _truth,
    "document": str.strip,
    "entity": str.strip,
    "float": _number,
    "int": _integer,
    "list": _list,
    "name": normalise,
    "predicate": _predicate,
    "reagent": str.strip,
    "text": str,
    "verb": normalise,
}

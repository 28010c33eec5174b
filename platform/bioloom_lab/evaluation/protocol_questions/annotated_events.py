"""Events of annotated protocols: an action with its objects, values, devices and places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.names import normalise, tokens
from bioloom.records import AnnotatedDocument, Mention, Sentence
from bioloom.resources import read_table

_SHORTEST = 3
"""Letters of a name that names something: in "replace A with G" nothing does."""

THINGS = frozenset({"Reagent", "Location", "Device", "Seal"})
_INTO = re.compile(
    r"\b(?:to|into|onto|in|on)\s+(?:an?|the|each|new|clean|fresh|sterile|its|their)?\s*$", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\b(after|before|by|can be|during|for|if|may be|might|once|prior to|to|until|was|were|when|while)\s+"
    r"(\w+ly\s+)?$",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"^\W*(alternatively|as|be sure|continue|do not|even|example|for example|if|important|in general|it|"
    r"make sure|note|optional|otherwise|repeat|see|skip|some|such|that|there|these|this|you|your)\b",
    re.IGNORECASE,
)
_PRONOUNS = frozenset(
    {"it", "them", "this", "these", "that", "mixture", "each", "both", "all", "those", "one"}
)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb and other ways to say it: participles ("is ...") and forms before an object ("after ...")."""

    done: tuple[str, ...]
    doing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """One action of a protocol as annotated; names as the text has them.

    `values` by WLP type, `amounts` of the first object; `dense` counts the relations of the whole sentence;
    `first` and `last` say where the action stands among those of its line, `done` that it is told to be done
    there and not mentioned beside another ("after adding").
    """

    protocol: Protocol
    sentence: Sentence
    word: str
    verb: Verb
    objects: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    amounts: tuple[str, ...]
    devices: tuple[str, ...]
    reagents: tuple[str, ...]
    places: tuple[str, ...]
    counts: tuple[str, ...]
    together: tuple[str, ...]
    dense: int
    first: bool
    last: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Protocol:
    """A document with its steps in order (lines that hold an action), and every word it uses."""

    document: AnnotatedDocument
    steps: tuple[Sentence, ...]
    words: frozenset[str]

    def beside(self, sentence: Sentence, step: int) -> Sentence | None:
        """Give the line after (1) or before (-1), None at an end or at a line without an action."""
        at = sentence.index + step
        found = [each for each in self.steps if each.index == at]
        return found[0] if found else None

    def tells(self, sentence: Sentence) -> bool:
        """Say whether a line tells what to do, and is no remark ("Otherwise, skip to step 18.")."""
        return not _REMARK.match(sentence.text)


@cache
def verbs() -> Mapping[str, Verb]:
    """Read the verbs that questions can be made of, by their plain form."""
    return {
        row["verb"]: Verb(
            (row["done"], *row["or_done"].split("|")), (row["doing"], *row["or_doing"].split("|"))
        )
        for row in read_table("questions/verbs.tsv")
    }


def lemma(words: str) -> str | None:
    """Give the plain form of an action's words, None if the table has no such verb.

    >>> lemma("Washing"), lemma("spin down"), lemma("scale up")
    ('wash', 'spin down', None)
    """
    text = normalise(words)
    return _forms().get(text)


@cache
def _forms() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for plain, verb in verbs().items():
        for form in (plain, verb.done[0], verb.doing[0]):
            found.setdefault(normalise(form), plain)
    return found


def read_protocol(document: AnnotatedDocument) -> tuple[Protocol, tuple[Happening, ...]]:
    """Read an annotated protocol into its steps and what happens in them, in the order of the text."""
    actions = sorted(
        (each for each in document.mentions if each.native_type == "Action"), key=lambda each: each.start
    )
    inside: dict[str, list[Mention]] = defaultdict(list)
    for action in actions:
        inside[action.sentence_id].append(action)
    title = document.sentences[0].id if document.sentences else ""
    steps = tuple(each for each in document.sentences if each.id in inside and each.id != title)
    protocol = Protocol(document, steps, frozenset(tokens(document.document.text)))
    by_id = {each.id: each for each in document.mentions}
    said: dict[str, list[tuple[str, Mention]]] = defaultdict(list)
    dense: dict[str, int] = defaultdict(int)
    for relation in document.relations:
        head, tail = by_id[relation.subject], by_id[relation.object]
        said[head.id].append((relation.predicate, tail))
        dense[head.sentence_id] += 1
    found = []
    for sentence in steps:
        here = inside[sentence.id]
        for action in here:
            plain = lemma(action.text)
            if plain is None or re.search(r"\b(not|never|avoid|without)\s+$", _before(document, action)):
                continue
            own = [(name, tail) for name, tail in said[action.id] if tail.sentence_id == sentence.id]
            found.append(
                _happening(document, protocol, sentence, action, plain, own, said, dense[sentence.id], here)
            )
    return protocol, tuple(found)


def _happening(
    document: AnnotatedDocument,
    protocol: Protocol,
    sentence: Sentence,
    action: Mention,
    plain: str,
    own: Sequence[tuple[str, Mention]],
    said: Mapping[str, Sequence[tuple[str, Mention]]],
    dense: int,
    here: Sequence[Mention],
) -> Happening:
    acted = [tail for name, tail in own if name == "Acts-on" and tail.native_type in THINGS]
    values: dict[str, tuple[str, ...]] = {}
    for name, tail in own:
        if name == "Setting" and tail.native_type in ("Temperature", "Time", "Speed"):
            values[tail.native_type] = (*values.get(tail.native_type, ()), tail.text)
    objects = _plain(tail.text for tail in acted)
    first = next((tail for tail in acted if objects and tail.text == objects[0]), None)
    amounts = (
        [tail.text for name, tail in said[first.id] if name == "Measure" and tail.native_type == "Amount"]
        if first
        else []
    )
    sites = [tail for name, tail in own if name == "Site" and tail.native_type in THINGS]
    return Happening(
        protocol,
        sentence,
        plain,
        verbs()[plain],
        objects,
        values,
        tuple(amounts),
        _plain(tail.text for name, tail in own if name == "Using" and tail.native_type == "Device"),
        _plain(tail.text for name, tail in own if name == "Using" and tail.native_type == "Reagent"),
        _plain(tail.text for tail in sites if _INTO.search(_before(document, tail))),
        tuple(tail.text for name, tail in own if name == "Count" and tail.native_type == "Numerical"),
        _plain(
            tail.text
            for name, tail in own
            if name in ("Acts-on", "Using", "Site") and tail.native_type == "Reagent"
        ),
        dense,
        here[0].id == action.id,
        here[-1].id == action.id,
        not _ASIDE.search(_before(document, action)),
    )


def _before(document: AnnotatedDocument, mention: Mention) -> str:
    return document.document.text[max(0, mention.start - 24) : mention.start]


def _plain(names: Iterable[str]) -> tuple[str, ...]:
    """Keep the names that name something, once each."""
    return tuple(
        dict.fromkeys(
            name.strip()
            for name in names
            if len("".join(tokens(name))) >= _SHORTEST and not set(tokens(name)) <= _PRONOUNS
        )
    )

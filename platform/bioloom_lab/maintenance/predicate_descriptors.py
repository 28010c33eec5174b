"""Compiler of a vocabulary's descriptors: the wording of the pinned release for each predicate.

``python -m bioloom_lab.maintenance.predicate_descriptors ontology/relate`` writes ``biolink.keys.tsv`` and
``<vocabulary>.descriptors.tsv``; a test compiles again and compares. Negations are made by rule, or
with ``--llm`` by the model of the settings (SPEC R3). Nothing else touches the network.
"""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.biolink import PINNED, model
from bioloom.errors import BadModelAnswer, ModelUnavailable, OntologyError
from bioloom.llm import Patience, inert, prompt
from bioloom.llm.client import Form, ask_model_each
from bioloom.llm.reply_parsing import json_objects
from bioloom.resources import package, read_table, text
from bioloom.settings import Settings
from bioloom.standardization.relate.vocabulary import VOCABULARIES, Descriptor, Target
from bioloom_lab.maintenance.rule_negation import negate_descriptor

_PROMPT = "standardization/relate/prompts/negate.md"
_REFUSAL = "not enough information"


class _NegationReply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    negation_of_the_descriptor_text: str


def negate_by_model(
    settings: Settings, texts: Sequence[str], *, patience: Patience | None = None
) -> list[str | None]:
    """Let the model of the settings negate descriptors; None where it refuses or keeps to no form.

    ModelUnavailable if it cannot be reached: half a vocabulary is none.
    """
    mark = secrets.token_hex(4)
    turns = [prompt(_PROMPT).fill(descriptor=inert(each, mark), mark=mark) for each in texts]
    form: Form[str] = Form("negated_descriptor", _NegationReply.model_json_schema(), parse_negation)
    found: list[str | None] = []
    answers: list[str | ModelUnavailable] = ask_model_each(settings, turns, form, patience=patience)
    for given, answer in zip(texts, answers, strict=True):
        if isinstance(answer, ModelUnavailable):
            if not isinstance(answer, BadModelAnswer):
                raise answer
            found.append(None)
            continue
        usable = answer and _REFUSAL not in answer.casefold() and answer.casefold() != given.casefold()
        found.append(answer if usable else None)
    return found


def parse_negation(text: str) -> str:
    """Read the reply of the model, on one line.

    >>> parse_negation('```json\\n{"negation_of_the_descriptor_text": "does not bind"}\\n```')
    'does not bind'
    """
    for found in json_objects(text):
        try:
            return " ".join(_NegationReply.model_validate(found).negation_of_the_descriptor_text.split())
        except ValidationError:
            continue
    raise BadModelAnswer("the model did not give the negation in the form that was asked for")


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z‘'\"“])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf)\.$", re.IGNORECASE)
_MODELLING = re.compile(  # sentences about how to use the model rather than what the predicate means
    r"\b(edges?|predicates?|should|translator|knowledge_level|mixins?|slots?|class|classes|modell?ed|"
    r"deprecated|statements?|hierarchy|ontolog(?:y|ies)|e\.g|note|see|"
    r"curators?|properties|domain|range)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS, _MOST_WORDS = 4, 60
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_COUNT = re.compile(r"\d{1,2}")
_CODE = re.compile(r"\d{3,}|^[A-Za-z]{0,2}\d+$|^[A-Z]{1,3}$")


def sentences(documentation: str) -> Iterator[str]:
    """Give the first sentence of a definition, and those after it that say what the predicate means.

    >>> list(sentences("Holds between a and b.\\n  Edges should be asserted. The effect of a on b is seen."))
    ['Holds between a and b.', 'The effect of a on b is seen.']
    """
    for number, sentence in enumerate(_split(" ".join(documentation.split()))):
        words = len(sentence.split())
        if number and (_MODELLING.search(sentence) or not _FEWEST_WORDS <= words <= _MOST_WORDS):
            continue
        if sentence:
            yield sentence


def _split(text: str) -> Iterator[str]:
    held = ""
    for piece in _SENTENCE.split(text):
        held = f"{held} {piece}".strip()
        if not _ABBREVIATED.search(held):
            yield held
            held = ""
    if held:
        yield held


def mapping_words(term: str) -> str | None:
    """Give the words in a term of another vocabulary, None where it is a code.

    >>> mapping_words("CTD:increases_abundance_of"), mapping_words("SEMMEDDB:TREATS")
    ('increases abundance of', 'treats')
    >>> mapping_words("RO:0002211"), mapping_words("WIKIDATA_PROPERTY:P2175"), mapping_words("UMLS:RO")
    (None, None, None)
    """
    local = term.rpartition(":")[2]
    words = _CAMEL.sub(" ", local.replace("_", " ")).split()
    if not words or any(
        _CODE.search(word) for word in words if not (len(words) > 1 and _COUNT.fullmatch(word))
    ):
        return None
    phrase = " ".join(word.lower() if word.isupper() and len(word) > 3 else _lower(word) for word in words)
    return phrase if re.search(r"[a-z]{3}", phrase) else None


def _lower(word: str) -> str:
    return word.lower() if word[:1].isupper() and word[1:].islower() and "-" not in word else word


Negate = Callable[[Sequence[str]], Sequence[str | None]]
_PHRASES, _REPLACED = "relate/biolink.phrases.tsv", "relate/biolink.replaced.tsv"
_MAPPINGS = ("exact", "close", "narrow")
_ASPECT, _DIRECTION = "object_aspect_qualifier", "object_direction_qualifier"
_PASSIVE = {"increased": "increased", "decreased": "decreased", "": "affected"}
_REGULATED = {"upregulated": "positively regulated", "downregulated": "negatively regulated"}


@dataclass(slots=True)
class _Entry:
    """Vocabulary entry under construction: a key's target, and its texts with where each is from."""

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

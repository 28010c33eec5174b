"""Prompt builder for BioPIE: prompt files filled with labels, rules, demonstrations and a sentence.

The system text is the same for every sentence; what comes from documents stands in the user text only,
between markers that it cannot contain. The marker follows from the data: the same question is the same text.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from bioloom.disk_cache import hex_digest
from bioloom.extraction.llm.demonstrations import Demonstration
from bioloom.extraction.llm.scheme_terms import SchemeTerm, SchemeTerms, Task, terms
from bioloom.llm import data_mark, inert_line, prompt

Entity = tuple[str, str]
"""The text of a mention and its type."""

NO_RULES = "(none beyond these descriptions)"
FILES = {task: f"extraction/llm/prompts/{task}.md" for task in ("entities", "relations", "joint")}


def lay_out(
    task: Task,
    sentence: str,
    entities: Sequence[Entity] = (),
    examples: Sequence[Demonstration] = (),
    own: SchemeTerms | None = None,
) -> tuple[str, str]:
    """Fill the prompt of a task for a sentence: system and user text (SPEC B9).

    `entities` are those of the sentence in the order of the text, for the task ``relations`` only. The terms
    are BioPIE's, or a scheme's `own`.
    """
    data = [sentence, *(text for entity in entities for text in entity)]
    data += [part for example in examples for part in example.parts()]
    mark = data_mark(data)
    asked = own or terms()
    values = {
        "sentence": inert_line(sentence, mark),
        "mark": mark,
        "rules": "\n".join(asked.rules[task]) or NO_RULES,
        "examples": "".join(_example(task, example, mark) for example in examples),
    }
    if task != "relations":
        values["types"] = "\n".join(map(_type_line, asked.types))
    if task != "entities":
        values["relations"] = "\n".join(map(_relation_line, asked.relations))
    if task == "relations":
        values["entities"] = "\n".join(_entity_lines(entities, mark))
    return prompt(FILES[task]).fill(**values)


def numbered(texts: Sequence[str]) -> list[str]:
    """Number the texts that occur more than once, as the relation prompt and its answers write them.

    >>> numbered(["Add", "PBS", "cells", "PBS"])
    ['Add', 'PBS [1]', 'cells', 'PBS [2]']
    """
    often = Counter(texts)
    seen: defaultdict[str, int] = defaultdict(int)
    found = []
    for text in texts:
        seen[text] += 1
        found.append(f"{text} [{seen[text]}]" if often[text] > 1 else text)
    return found


def fingerprint(tasks: Sequence[Task], examples: str = "", own: SchemeTerms | None = None) -> str:
    """Name the prompts of some tasks and the examples at hand: 8 hex digits."""
    texts = (examples, *("\x1e".join(lay_out(task, "", own=own)) for task in tasks))
    return hex_digest(map(str.encode, texts), 4)


def _example(task: Task, example: Demonstration, mark: str) -> str:
    names = [inert_line(text, mark) for text, _ in example.entities]
    lines = [f"Text: {inert_line(example.sentence, mark)}"]
    answer: list[str] = []
    if task == "relations":
        lines += ["Entities:", *_entity_lines(example.entities, mark)]
        names = numbered(names)
    else:
        answer += [_entity_line(*entity, mark) for entity in example.entities]
    if task != "entities":
        answer += [
            f"head: {names[head]} tail: {names[tail]} relation: {relation}"
            for head, relation, tail in example.relations
        ]
    body = "\n".join([*lines, "Answer:", *(answer or ["NONE"])])
    return f"<example-{mark}>\n{body}\n</example-{mark}>\n\n"


def _entity_lines(entities: Sequence[Entity], mark: str) -> list[str]:
    names = numbered([inert_line(text, mark) for text, _ in entities])
    return [_entity_line(name, kind, mark) for name, (_, kind) in zip(names, entities, strict=True)]


def _entity_line(name: str, kind: str, mark: str) -> str:
    return f"{inert_line(name, mark)}: {inert_line(kind, mark)}"


def _type_line(term: SchemeTerm) -> str:
    shown = f" (e.g. {', '.join(term.examples)})" if term.examples else ""
    return f"- {term.name}: {term.definition}{shown}"


def _relation_line(term: SchemeTerm) -> str:
    if not term.examples:
        return f"- {term.name}: {term.definition}"
    head, _, tail = term.examples[0].partition(f" {term.name} ")
    return f"- {term.name}: {term.definition} (e.g. head: {head} tail: {tail} relation: {term.name})"

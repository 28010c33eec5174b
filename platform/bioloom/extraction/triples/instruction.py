"""Prompts that ask for triples: the instruction of fine-tuned models and the zero-shot conversation."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from bioloom.extraction.retrieval_augmentation.memory_examples import spell_label
from bioloom.llm import data_mark, inert_line, prompt

Task = Literal["triples", "relation", "classification", "links"]
NONE = "None"
"""How a model writes that there is no triple or no relation."""

FOLDER = "extraction/triples/prompts"


@dataclass(frozen=True, slots=True)
class Guide:
    """Label guide of a task: the labels that a model chooses among, with their meanings."""

    task: Task
    labels: tuple[str, ...]
    meanings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def lines(self) -> str:
        """Lay the labels out, one a line, each with its meaning; "none" is what a model writes as None."""
        told = ((write_label(label), self.meanings.get(label, "")) for label in self.labels)
        return "\n".join(f"- {name}: {meaning}" if meaning else f"- {name}" for name, meaning in told)

    def label(self, written: str) -> str | None:
        """Find the label that a model wrote, without regard to case and to how its words are joined.

        >>> Guide("relation", ("COEXISTS_WITH", "none")).label("coexists with")
        'COEXISTS_WITH'
        """
        wanted = " ".join(spell_label(written).split())
        return next((label for label in self.labels if spell_label(label) == wanted), None)


def write_label(label: str) -> str:
    """Write a label as a model is to write it.

    >>> write_label("TREATS"), write_label("none")
    ('TREATS', 'None')
    """
    return NONE if label.casefold() == "none" else label


def instruct_triples(guide: Guide, sentence: str, document: str | None) -> tuple[str, str]:
    """Lay out the instruction of fine-tuned models (SPEC P18) beside a retrieved document: system and user.

    What comes from documents stands between markers that it cannot contain.
    """
    mark = data_mark((sentence, document or ""))
    told, question = prompt(f"{FOLDER}/triples.md").fill(
        relations=guide.lines(), sentence=one_line(sentence, mark)
    )
    return guarded(told, mark), "\n\n".join(filter(None, (example(document, mark), question)))


def guarded(instruction: str, mark: str) -> str:
    """Add to an instruction that what stands between marks is nothing but data."""
    return f"{instruction}\n\n{prompt(f'{FOLDER}/guard.md').fill(mark=mark, text='')[0]}"


def example(document: str | None, mark: str) -> str:
    """Lay out a retrieved document; empty where nothing was retrieved."""
    return prompt(f"{FOLDER}/example.md").fill(document=one_line(document, mark))[1] if document else ""


def converse(
    guide: Guide, form: str, sentence: str, document: str | None, worked: tuple[str, str]
) -> tuple[str, ...]:
    """Lay out the messages of the zero-shot baseline (SPEC P21), or of one with a retrieved document (P27).

    System, user (is the role clear?), assistant (it is), user: definitions, format, worked example, sentence.
    `form` is how a triple is written, `worked` an example sentence and its answer.
    """
    mark = data_mark((sentence, document or ""))
    system, clear = prompt(f"{FOLDER}/role.md").fill(form=form)
    shown = example(document, mark)
    confirmed, guideline = prompt(f"{FOLDER}/guideline.md").fill(
        form=form,
        relations=guide.lines(),
        worked_sentence=worked[0],
        worked_answer=worked[1],
        documents=f"{shown}\n\n" if shown else "",
        sentence=one_line(sentence, mark),
    )
    return system, clear, confirmed, guideline


def fingerprint(texts: Iterable[str]) -> str:
    """Name some texts: 8 hex digits."""
    return hashlib.blake2b("\x1e".join(texts).encode("utf-8", "replace"), digest_size=4).hexdigest()


def one_line(text: str, mark: str) -> str:
    """Put what comes from a document on one line, between markers where there is a mark."""
    bare = inert_line(text, mark)
    return prompt(f"{FOLDER}/guard.md").fill(mark=mark, text=bare)[1] if mark else bare

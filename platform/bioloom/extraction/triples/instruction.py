"""Instruction data of four parts: instruction, retrieved example, input, output (SPEC P18)."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import Offsets, spell_label
from bioloom.llm import data_mark, inert, prompt

Task = Literal["triples", "relation", "classification", "links"]
TASKS: tuple[Task, ...] = get_args(Task)
NONE = "None"
"""How a model writes that there is no triple or no relation."""

_FOLDER = "extraction/triples/prompts"


@dataclass(frozen=True, slots=True)
class LabelQuestion:
    """A sentence whose label is asked for, from `head` to `tail` where it has these (offsets, characters).

    `document` is the text that was retrieved for it, None for none. `types` are the native types of head
    and tail, where they are known.
    """

    sentence: str
    head: Offsets | None = None
    tail: Offsets | None = None
    document: str | None = None
    types: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """One question with its answer: instruction I, example d̄, input x and output t (SPEC P18).

    `example` is empty where nothing was retrieved, `output` where it is what is asked for.
    """

    instruction: str
    example: str
    input: str
    output: str = ""

    @property
    def user(self) -> str:
        """Text after the instruction: the example, if there is one, and the input."""
        return "\n\n".join(filter(None, (self.example, self.input)))

    @property
    def prompt(self) -> str:
        """I ⊕ d̄ ⊕ x, what the output is to follow (SPEC P18).

        >>> Instruction("Classify.", "Example: a = b", "Sentence: c\\nAnswer:", "b").prompt
        'Classify.\\n\\nExample: a = b\\n\\nSentence: c\\nAnswer:'
        """
        return f"{self.instruction}\n\n{self.user}"


@dataclass(frozen=True, slots=True)
class Guide:
    """Label guide of a task: the labels that a model chooses among, with their meanings."""

    task: Task
    labels: tuple[str, ...]
    meanings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def lines(self) -> str:
        """Lay the labels out, one a line, each with its meaning; "none" is what a model writes as None."""
        return "\n".join(self._line(label) for label in self.labels)

    def label(self, written: str) -> str | None:
        """Find the label that a model wrote, without regard to case and to how its words are joined.

        >>> Guide("relation", ("COEXISTS_WITH", "none")).label("coexists with")
        'COEXISTS_WITH'
        """
        wanted = " ".join(spell_label(written).split())
        return next((label for label in self.labels if spell_label(label) == wanted), None)

    def _line(self, label: str) -> str:
        meaning = self.meanings.get(label, "")
        return f"- {write_label(label)}: {meaning}" if meaning else f"- {write_label(label)}"


def write_label(label: str) -> str:
    """Write a label as a model is to write it.

    >>> write_label("TREATS"), write_label("none")
    ('TREATS', 'None')
    """
    return NONE if label.casefold() == "none" else label


def instruct(guide: Guide, asked: LabelQuestion, output: str = "", *, guarded: bool = False) -> Instruction:
    """Lay out a question (SPEC P18): order I, d̄, x, and `output`, the t.

    UsageError if head or tail are missing where the task needs them. With `guarded` what comes from documents
    stands between markers that it cannot contain.
    """
    sentence, document = asked.sentence, asked.document or ""
    values = {"sentence": sentence}
    if guide.task in ("relation", "links"):
        if asked.head is None or asked.tail is None:
            raise UsageError(f"the task {guide.task} is asked about a head and a tail: both must be given")
        values |= {"head": sentence[slice(*asked.head)], "tail": sentence[slice(*asked.tail)]}
    if guide.task == "links":
        del values["sentence"]
    mark = data_mark((*values.values(), document)) if guarded else ""
    data = {name: _datum(text, mark) for name, text in values.items()}
    whole, question = prompt(f"{_FOLDER}/{guide.task}.md").fill(relations=guide.lines(), **data)
    if guarded:
        whole += "\n\n" + prompt(f"{_FOLDER}/guard.md").fill(mark=mark, text="")[0]
    shown = prompt(f"{_FOLDER}/example.md").fill(document=_datum(document, mark))[1] if document else ""
    return Instruction(whole, shown, question, output)


def converse(
    guide: Guide, form: str, sentence: str, document: str | None, worked: tuple[str, str]
) -> tuple[str, ...]:
    """Lay out the messages of the zero-shot baseline (SPEC P21), or of one with a retrieved document (P27).

    System, user (is the role clear?), assistant (it is), user: definitions, format, worked example, sentence.
    `form` is how a triple is written, `worked` an example sentence and its answer.
    """
    mark = data_mark((sentence, document or ""))
    system, clear = prompt(f"{_FOLDER}/role.md").fill(form=form)
    shown = prompt(f"{_FOLDER}/example.md").fill(document=_datum(document, mark))[1] if document else ""
    confirmed, guideline = prompt(f"{_FOLDER}/guideline.md").fill(
        form=form,
        relations=guide.lines(),
        worked_sentence=worked[0],
        worked_answer=worked[1],
        documents=f"{shown}\n\n" if shown else "",
        sentence=_datum(sentence, mark),
    )
    return system, clear, confirmed, guideline


def fingerprint(texts: Iterable[str]) -> str:
    """Name some texts: 8 hex digits."""
    return hashlib.blake2b("\x1e".join(texts).encode("utf-8", "replace"), digest_size=4).hexdigest()


def _datum(text: str, mark: str) -> str:
    """Put what comes from a document on one line, between markers where there is a mark."""
    bare = " ".join(inert(text, mark).split())
    return prompt(f"{_FOLDER}/guard.md").fill(mark=mark, text=bare)[1] if mark else bare

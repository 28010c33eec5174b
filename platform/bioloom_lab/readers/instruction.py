"""Instruction data of four parts: instruction, retrieved example, input, output (SPEC P18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import Offsets
from bioloom.extraction.triples.instruction import FOLDER, Guide, Task, example, guarded, one_line
from bioloom.llm import data_mark, prompt

TASKS: tuple[Task, ...] = get_args(Task)


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


def instruct(guide: Guide, asked: LabelQuestion, output: str = "", *, guard: bool = False) -> Instruction:
    """Lay out a question (SPEC P18): order I, d̄, x, and `output`, the t.

    UsageError if head or tail are missing where the task needs them. With `guard` what comes from documents
    stands between markers that it cannot contain.
    """
    sentence = asked.sentence
    values = {"sentence": sentence}
    if guide.task in ("relation", "links"):
        if asked.head is None or asked.tail is None:
            raise UsageError(f"the task {guide.task} is asked about a head and a tail: both must be given")
        values |= {"head": sentence[slice(*asked.head)], "tail": sentence[slice(*asked.tail)]}
    if guide.task == "links":
        del values["sentence"]
    mark = data_mark((*values.values(), asked.document or "")) if guard else ""
    data = {name: one_line(text, mark) for name, text in values.items()}
    whole, question = prompt(f"{FOLDER}/{guide.task}.md").fill(relations=guide.lines(), **data)
    return Instruction(
        guarded(whole, mark) if guard else whole, example(asked.document, mark), question, output
    )

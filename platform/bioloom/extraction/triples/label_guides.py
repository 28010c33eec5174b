"""Label guide: what a model is told of the labels of a scheme, and its worked example (SPEC P3, P21)."""

from collections.abc import Sequence

from bioloom import resources
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.label_similarity import describe
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.triples.instruction import Guide, Task

_WORKED = "extraction/triples/prompts/worked.tsv"
_NO_RELATION = "the sentence states none of these from head to tail"


def guide_to(task: Task, labels: Sequence[str], scheme: str | None = None) -> Guide:
    """Tell of a task with the labels of a scheme and their descriptions.

    "none" is no relation of a triple: a model that writes triples says None where there is nothing.

    >>> print(guide_to("relation", ["TREATS", "none"], "git").lines())
    - TREATS: a drug or therapy treats, cures or manages a disease
    - None: the sentence states none of these from head to tail
    """
    chosen = tuple(label for label in labels if task != "triples" or label.casefold() != "none")
    if not chosen or len(set(chosen)) != len(chosen):
        raise UsageError("the labels that a model chooses among must be some, and different")
    nothing = _NO_RELATION if task == "relation" else "none of these"
    meanings = {label: nothing if label.casefold() == "none" else describe(label, scheme) for label in chosen}
    return Guide(task, chosen, meanings)


def worked_example(scheme: str, examples: Sequence[MemoryExample] = ()) -> tuple[str, tuple[str, str, str]]:
    """Give the worked example of a scheme, a sentence and its triple, or make one of the first of `examples`.

    UsageError if there is none.

    >>> worked_example("git")[1]
    ('ibuprofen', 'TREATS', 'migraine')
    """
    table = resources.package("bioloom", _WORKED)
    for row in resources.parse_table(table, _WORKED):
        if row["scheme"] == scheme:
            return row["sentence"], (row["head"], row["relation"], row["tail"])
    for each in examples:
        if each.head is not None and each.tail is not None:
            head, tail = each.sentence[slice(*each.head)], each.sentence[slice(*each.tail)]
            return each.sentence, (head, each.label, tail)
    raise UsageError(f"there is no worked example for the scheme {scheme!r} in prompts/worked.tsv")

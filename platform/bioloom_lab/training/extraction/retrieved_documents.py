"""Retrieved documents of training sentences, from the other training sentences of their scheme."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bioloom.embedding import open_encoder
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import cut
from bioloom.extraction.retrieval_augmentation.example_augmentation import ExampleAugmentation
from bioloom.extraction.retrieval_augmentation.key_value_memory import build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from bioloom_lab.training.extraction.annotated_lines import TripleLine
from bioloom_lab.training.extraction.corpora import CORPORA, TripleLines
from bioloom_lab.training.extraction.multi_scheme_batches import Documents


def from_memories(
    scheme: str, examples: Sequence[MemoryExample], asked: Sequence[tuple[str, str]]
) -> list[list[str]]:
    """Retrieve from a memory of the examples: the nearest one, then phrases with pairs around them."""
    if not examples:
        return [[] for _ in asked]
    encoder = open_encoder()
    memory = build_memory(examples, encoder, scheme=scheme)
    augmentation = ExampleAugmentation(memory.examples)
    found = Retrieval(memory, encoder).documents_of(
        [text for text, _ in asked], exclude=[source for _, source in asked]
    )
    return [
        [each.text if at == 0 else augmentation.augment(each).text for at, each in enumerate(some)]
        for some in found
    ]


Retrieve = Callable[[str, Sequence[MemoryExample], Sequence[tuple[str, str]]], Sequence[Sequence[str]]]
"""From a scheme, its labelled sentences, and sentences with their sources, to the sentences' documents: the
nearest labelled sentence first, nothing of the sentence's own source and no identical sentence."""


def retrieve_documents(
    triples: TripleLines,
    retrieve: Retrieve | None,
    words: WordReader,
    longest: int,
    on_progress: Callable[[int, int], None] | None = None,
) -> Documents:
    """Retrieve for all sentences of the schemes that are read so; documents are cut at `longest` pieces."""
    if retrieve is None:
        return {}
    found: dict[tuple[str, str], list[Words]] = {}
    schemes = [scheme for scheme in triples.schemes if CORPORA[scheme].beside]
    for number, scheme in enumerate(schemes, start=1):
        lines = [line for line in triples.sentences if line.scheme == scheme]
        asked = list(dict.fromkeys((line.text, line.source) for line in lines))
        examples = [each for line in lines for each in examples_of_line(line, triples)]
        documents = retrieve(scheme, examples, asked)
        for (text, _), some in zip(asked, documents, strict=True):
            read = [next(cut(words.read(each), longest), None) for each in some]
            found[scheme, text] = [each for each in read if each is not None]
        if on_progress:
            on_progress(number, len(schemes))
    return found


def examples_of_line(line: TripleLine, triples: TripleLines) -> list[MemoryExample]:
    """Give a line as labelled sentences, one for each of its relations (SPEC P4)."""
    examples: dict[str, MemoryExample] = {}
    for (head, tail), relation in line.links.items():
        label = triples.relations[relation - 1].partition("/")[2]
        places = [
            (int(line.words.starts[span.first]), int(line.words.ends[span.last]))
            for span in (line.spans[head], line.spans[tail])
        ]
        examples.setdefault(label, MemoryExample(line.text, label, places[0], places[1], line.source))
    return list(examples.values())

"""Small protocols, and a model that answers about them as it should, for the tests of prompted extractors."""

from __future__ import annotations

import re

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

ENTITIES = {
    "Add 1 ml PBS to the cells.": "Add: verb\n1 ml: volume\nPBS: chemical\ncells: cell",
    "Incubate for 5 min at 37 °C.": "Incubate: verb\n5 min: time\n37 °C: temperature",
    "Wash.": "Wash: verb",
    "See above.": "NONE",
    "Mix.": "Mix: verb",
}
RELATIONS = {
    "Add 1 ml PBS to the cells.": "head: PBS tail: Add relation: is_object_of\n"
    "head: PBS tail: 1 ml\nrelation: have_property",
    "Incubate for 5 min at 37 °C.": "head: Incubate tail: 5 min relation: have_parameter\n"
    "head: Incubate tail: 37 °C relation: have_parameter",
}
LINES = tuple(ENTITIES)[:4]


def protocol(name: str, *lines: str, file: str | None = None) -> AnnotatedDocument:
    """Make a protocol without annotation, one sentence a line."""
    sentences, start = [], 0
    for index, line in enumerate(lines):
        sentences.append(Sentence(f"{name}#s{index}", name, index, line, start, start + len(line)))
        start += len(line) + 1
    place = Place(file or f"{name}.txt")
    document = Document(name, lines[0] if lines else "", "\n".join(lines), "protocol", "infores:test", place)
    return AnnotatedDocument(document, tuple(sentences))


def annotated(name: str, *lines: str) -> AnnotatedDocument:
    """Make a protocol whose first two words of a sentence are a verb and a chemical that it acts on."""
    bare = protocol(name, *lines)
    mentions, relations = [], []
    for sentence in bare.sentences:
        for place, (word, kind) in enumerate(zip(sentence.text.split(), ("verb", "chemical"), strict=False)):
            start = sentence.start + sentence.text.index(word)
            made = f"{sentence.id}{kind}"
            mentions.append(Mention(made, sentence.id, word, start, start + len(word), kind))
            if place:
                relations.append(Relation(made, "is_object_of", f"{sentence.id}verb", bare.document.place))
    return AnnotatedDocument(
        bare.document, bare.sentences, tuple(mentions), tuple(relations), scheme="biopie"
    )


def asked_about(user: str) -> str:
    """Give the sentence that a question is about."""
    found = re.findall(r"<text-[0-9a-f]+>\n(.*)\n</text-", user)
    return str(found[-1])


def well(user: str) -> str:
    """Answer a question of the pipeline."""
    answers = RELATIONS if "<entities-" in user else ENTITIES
    return answers[asked_about(user)]


def jointly(user: str) -> str:
    """Answer a question for everything at once."""
    sentence = asked_about(user)
    return f"{ENTITIES[sentence]}\n{RELATIONS.get(sentence, '')}"

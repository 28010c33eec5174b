"""A short way to write a BioPIE-typed protocol down in a test: the text itself, with its mentions marked."""

import re
from collections.abc import Callable, Sequence

import pytest

from bioloom.extraction import split_sentences
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

Sketch = Callable[..., AnnotatedDocument]
_MARK = re.compile(r"\{(?P<text>[^{}|]+)(?:\|(?P<type>[^{}]+))?\}|<(?P<verb>[^<>]+)>")


@pytest.fixture
def sketch() -> Sketch:
    """Give a maker of protocols from a text with marks: `<verb>`, `{thing}` (a blend), `{twice|times}`.

    Mentions are named after their words: `mix`, and `mix2` for the second. A thing right behind a verb, or a
    determiner, is its object; more relations are given by these names.
    """

    def make(
        marked: str, relations: Sequence[tuple[str, str, str]] = (), title: str = "T"
    ) -> AnnotatedDocument:
        text, spans = "", []
        position = 0
        for found in _MARK.finditer(marked):
            text += marked[position : found.start()]
            word = found["verb"] or found["text"]
            kind = "verb" if found["verb"] else found["type"] or "blend"
            spans.append((len(text), len(text) + len(word), word, kind))
            text, position = text + word, found.end()
        text += marked[position:]
        sentences = tuple(
            Sentence(f"d#s{index}", "d", index, text[start:end], start, end)
            for index, (start, end) in enumerate(split_sentences(text))
        )
        seen: dict[str, int] = {}
        mentions: list[Mention] = []
        objects: list[tuple[str, str, str]] = []
        for start, end, word, kind in spans:
            key = word.lower()
            seen[key] = seen.get(key, 0) + 1
            name = key if seen[key] == 1 else f"{key}{seen[key]}"
            sentence = next(one for one in sentences if one.start <= start < one.end)
            mention = Mention(f"d#{name}", sentence.id, word, start, end, kind)
            before = mentions[-1] if mentions else None
            beside = before is not None and text[before.end : start].strip() in ("", "the", "a")
            if kind == "blend" and before is not None and before.native_type == "verb" and beside:
                objects.append((name, "is_object_of", before.id[2:]))
            mentions.append(mention)
        place = Place("d.txt")
        return AnnotatedDocument(
            Document("d", title, text, "protocol", "infores:test", place),
            sentences,
            tuple(mentions),
            tuple(Relation(f"d#{a}", name, f"d#{b}", place) for a, name, b in (*objects, *relations)),
            "biopie",
        )

    return make

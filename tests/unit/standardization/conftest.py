"""A short way to write an annotated document down in a test."""

from collections.abc import Callable, Sequence

import pytest

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

Annotate = Callable[..., AnnotatedDocument]


@pytest.fixture
def annotate() -> Annotate:
    """Give a maker of documents: lines, mentions as (id, type, text), relations as (subject, name, object).

    A mention is found at the first place of its text that no mention before it took.
    """

    def make(
        lines: Sequence[str],
        mentions: Sequence[tuple[str, str, str]] = (),
        relations: Sequence[tuple[str, str, str]] = (),
        scheme: str | None = "wlp",
        title: str = "",
    ) -> AnnotatedDocument:
        text = "\n".join(lines)
        sentences = []
        position = 0
        for index, line in enumerate(lines):
            sentences.append(Sentence(f"t:d#s{index}", "t:d", index, line, position, position + len(line)))
            position += len(line) + 1
        taken: set[int] = set()
        found = []
        for identifier, kind, surface in mentions:
            start = text.find(surface)
            while start in taken:
                start = text.find(surface, start + 1)
            assert start >= 0, surface
            taken.add(start)
            sentence = next(one for one in sentences if one.start <= start <= one.end)
            found.append(
                Mention(f"t:d#{identifier}", sentence.id, surface, start, start + len(surface), kind)
            )
        place = Place("d.ann", 1)
        return AnnotatedDocument(
            document=Document("t:d", title, text, "protocol", "infores:test", Place("d.ann")),
            sentences=tuple(sentences),
            mentions=tuple(found),
            relations=tuple(Relation(f"t:d#{a}", name, f"t:d#{b}", place) for a, name, b in relations),
            scheme=scheme,
        )

    return make

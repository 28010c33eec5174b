"""Document reader: which documents of the graph mention something, and how many it holds."""

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.texts.document_titles import is_title
from bioloom.records import Evidence

CERTAIN = 1.0
"""Confidence of a count of all documents of a kind."""

BY_WORDS = 0.9
"""Confidence where documents were found by words in one sentence (docs/evaluation.md)."""


class DocumentReader:
    """Answers with the documents that mention something, each by the sentence that does."""

    def read(self, context: ReadingContext) -> Draft | None:
        """List the documents that were found; None where none are asked for."""
        found = context.documents
        if found is None:
            return None
        asked = found.asked
        mention = f" that mention “{asked.words}”" if asked.words else ""
        if not found.sentences:
            return abstain(f"The graph holds no {asked.noun}{mention}.")
        return Draft(
            tuple(
                DraftSentence(f"{_title(piece)}“{piece.text}”", (Quote(number, piece.text),))
                for number, piece in enumerate(found.sentences, 1)
            ),
            confidence=BY_WORDS if asked.words else CERTAIN,
            found=found.total,
            counted=found.total if asked.counted else 0,
            short=(str(found.total),)
            if asked.counted
            else tuple(dict.fromkeys(piece.document_title or piece.text for piece in found.sentences)),
            evidence=found.sentences,
        )


def _title(piece: Evidence) -> str:
    """Give the title before a sentence that is not the title."""
    return "" if is_title(piece) else title_prefix(piece)

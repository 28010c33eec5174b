"""A trained reader as an answerer that never reads an article whose questions it learnt from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.span_reader.reader import SpanReader, open_reader
from bioloom_lab.evaluation.span_questions.gold import AskedArticle
from bioloom_lab.evaluation.span_questions.squad import Article
from bioloom_lab.training.span_reader.text_fingerprints import fingerprint


class UnseenReader:
    """The readers of a folder, that of all articles and those of its folds, each for what it never saw.

    UsageError if an article was learnt by all of them.
    """

    def __init__(self, folder: Path, articles: Sequence[Article]) -> None:
        readers = [open_reader(each) for each in (folder, *sorted(folder.glob("fold-*")))]
        self._readers: dict[str, SpanReader] = {}
        for article in articles:
            own = fingerprint(article.text)
            unseen = [each for each in readers if own not in each.settings.fitted_on]
            if not unseen:
                raise UsageError(
                    f"the reader in {folder} learnt from the questions of {article.name}, so that its score "
                    "there says nothing: train it with --folds and keep the folds beside it"
                )
            self._readers[article.name] = unseen[0]

    def __call__(self, one: AskedArticle, weights: Mapping[str, float], sentences: Sequence[str]) -> str:
        """Answer with the span that the reader of the article's fold believes most."""
        found = self._readers[one.asked.article].read(one.asked.question, sentences)
        return sentences[found[0].sentence][found[0].start : found[0].end] if found else ""

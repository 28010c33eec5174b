"""A language model behind an OpenAI-compatible endpoint as a reader of labels (SPEC P14, P27)."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import BadModelAnswer, ModelRefused, ModelUnavailable, UsageError
from bioloom.extraction.llm.answer_parsing import answer_lines
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.configuration import open_questions, with_model
from bioloom.extraction.triples.instruction import Guide, fingerprint
from bioloom.llm import Patience
from bioloom.settings import Settings
from bioloom_lab.readers.instruction import LabelQuestion, instruct
from bioloom_lab.readers.label_log_probabilities import weigh_answer, weigh_tokens

if TYPE_CHECKING:
    from bioloom_lab.readers.weighed_form import ReplyToken

_LOG = logging.getLogger(__name__)
_PROBE = "aspirin eased the pain."
_PLACES = (0, 7), (18, 22)
_AROUND = " \t\"'`*“”‘’."


class EndpointReader:
    """Gives p(label | document, sentence) from what a model of an endpoint answers (SPEC P14, P27).

    Where the server gives log-probabilities of tokens, they are those of the labels (`label_weights`);
    elsewhere the answer counts as probability 1 − ε. `name` says which, by ``relation-logprobs`` or
    ``relation-answer``. A question without a readable answer gives all labels the same, with a
    notice, and counts in `unread`; ModelUnavailable if the model is down.
    """

    def __init__(self, model: str, questions: Questions, guide: Guide, *, logprobs: bool) -> None:
        if guide.task == "triples":
            raise UsageError("a reader of labels has the task relation, classification or links")
        self._questions, self._guide, self._logprobs = questions, guide, logprobs
        self.labels = guide.labels
        self.unread = 0
        self._probe = _turn(guide, LabelQuestion(_PROBE, *_PLACES))
        way = f"{guide.task}-{'logprobs' if logprobs else 'answer'}"
        self.name = f"llm:{model}:{way}@{fingerprint(self._probe)}"

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1."""
        from bioloom.llm.client import Form  # openai takes half a second to import
        from bioloom_lab.readers.weighed_form import WeighedForm

        check = partial(_check_label, guide=self._guide)
        form: Form[str] = Form("label", None, check)
        if self._logprobs:
            form = WeighedForm("label", None, check, partial(_weigh, guide=self._guide))
        turns = [_turn(self._guide, each) for each in asked]
        kind = "logprobs" if self._logprobs else "label"
        replies = self._questions.ask_in_form(turns, form, self._probe, kind=kind)
        rows = [self._row(reply) for reply in replies]
        return np.array(rows) if rows else np.empty((0, len(self.labels)))

    def _row(self, reply: str | ModelUnavailable) -> NDArray[np.float64]:
        if isinstance(reply, ModelUnavailable):
            self.unread += 1
            _LOG.warning("a question gives all labels the same: %s", reply)
            return weigh_answer(None, self._guide)
        if not self._logprobs:
            return weigh_answer(parse_label(reply, self._guide), self._guide)
        return np.array(json.loads(reply), np.float64)


def open_endpoint_reader(
    settings: Settings,
    guide: Guide,
    model: str | None = None,
    *,
    patience: Patience | None = None,
    lasting: bool = True,
) -> EndpointReader:
    """Open a reader with the language model of the settings, or with another `model` of its endpoint.

    The model is asked one short question, which tells whether it gives log-probabilities. Answers are kept on
    disk unless `lasting` is False. UsageError if no model is set, ModelUnavailable if it is down.
    """
    settings = with_model(settings, model)
    questions = open_questions(settings, patience=patience, lasting=lasting)
    logprobs = _gives_logprobs(settings, guide, patience)
    return EndpointReader(settings.llm_model or "", questions, guide, logprobs=logprobs)


def parse_label(text: str, guide: Guide) -> str | None:
    """Read the label that a model wrote: its answer, or its first line; None if it is none of the guide.

    >>> parse_label("**Treats**.", Guide("relation", ("TREATS",)))
    'TREATS'
    """
    lines = [line for _, line in answer_lines(text) if line]
    written = (lines[0] if lines else "").strip(_AROUND)
    return guide.label(re.sub(r"\A(?:answer|relation|label|class)\s*:\s*", "", written, flags=re.IGNORECASE))


def _gives_logprobs(settings: Settings, guide: Guide, patience: Patience | None) -> bool:
    from bioloom.llm.client import ask_model  # openai takes half a second to import
    from bioloom_lab.readers.weighed_form import WeighedForm

    form = WeighedForm("label", None, lambda text: False, lambda text, tokens: bool(tokens))
    try:
        return ask_model(settings, _turn(guide, LabelQuestion(_PROBE, *_PLACES)), form, patience=patience)
    except ModelRefused:
        return False


def _turn(guide: Guide, asked: LabelQuestion) -> tuple[str, str]:
    told = instruct(guide, asked, guard=True)
    return told.instruction, told.user


def _check_label(text: str, guide: Guide) -> str:
    if parse_label(text, guide) is None:
        raise BadModelAnswer(
            f"the language model did not answer with a label: {' '.join(text.split())[:200]!r}"
        )
    return text


def _weigh(text: str, tokens: tuple[ReplyToken, ...], guide: Guide) -> str:
    row = weigh_tokens(tokens, guide)
    if row is None:
        shown = " ".join(text.split())[:200]
        raise BadModelAnswer(f"the language model gave no log-probabilities of a label with: {shown!r}")
    return json.dumps([round(float(each), 6) for each in row])

"""Concurrent requests to a model, each question asked once; failed questions do not end a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bioloom.disk_cache import DiskCache, content_key
from bioloom.errors import BadModelAnswer, ModelRefused, ModelUnavailable
from bioloom.extraction.llm.scheme import Turn
from bioloom.llm import Patience
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.llm.client import Form

PATIENCE = Patience(total=600.0, call=300.0)
"""Local models write slowly; the prompt alone is some 3,000 tokens."""

_ROUND = 64
_BEGUN = 8  # questions that the model is asked at once


class Questions:
    """Requests to the model of the settings, 64 a round; answers are cached before the next round.

    A question that the model refuses, answers out of form twice or does not answer in time fails alone, as
    long as the model answers others; when none of a round is answered, a short sentence tells whether it
    still does. Else the model is down, and ModelUnavailable is raised.
    """

    def __init__(
        self, settings: Settings, *, patience: Patience | None = None, cache: DiskCache | None = None
    ) -> None:
        self._settings = settings
        self._patience = patience or PATIENCE
        self._cache = cache
        self._alive = False

    def ask(
        self, turns: Sequence[Turn], check: Callable[[str], str], probe: Turn
    ) -> list[str | ModelUnavailable]:
        """Give the answers in the order of the questions, an error for each one that failed.

        `check` gives an answer of the agreed form back, or raises BadModelAnswer; `probe` as in
        `ask_in_form`.
        """
        if not turns:
            return []
        from bioloom.llm.client import Form  # openai takes half a second to import

        return self.ask_in_form(turns, Form("lines", None, check), probe)

    def ask_in_form(
        self, turns: Sequence[Turn], form: Form[str], probe: Turn, *, kind: str = ""
    ) -> list[str | ModelUnavailable]:
        """Ask for answers in a form; `probe` is a short question that a model which works answers.

        `kind` keeps what is read of the answers apart from what another form reads of the same questions.
        """
        url, model = self._settings.llm_url or "", self._settings.llm_model or ""
        keys = [content_key(url, model, *turn, *((kind,) if kind else ())) for turn in turns]
        known: dict[bytes, str | ModelUnavailable] = {}
        if self._cache is not None:
            kept = self._cache.find(list(dict.fromkeys(keys)))
            known.update((key, answer.decode("utf-8", "replace")) for key, answer in kept.items())
        left = {key: turn for key, turn in zip(keys, turns, strict=True) if key not in known}
        self._alive = self._alive or bool(known)
        waiting = list(left.items())
        for start in range(0, len(waiting), _ROUND):
            known.update(self._round(waiting[start : start + _ROUND], form, probe))
        return [known[key] for key in keys]

    def _round(
        self, asked: list[tuple[bytes, Turn]], form: Form[str], short: Turn
    ) -> dict[bytes, str | ModelUnavailable]:
        from bioloom.llm.client import ask_model_each

        done: dict[bytes, str | ModelUnavailable] = {}
        while asked:
            turns = [turn for _, turn in asked]
            replies = ask_model_each(self._settings, turns, form, patience=self._patience)
            left: list[tuple[bytes, Turn]] = []
            errors: list[ModelUnavailable] = []
            good: dict[bytes, str] = {}
            answers = False
            for item, reply in zip(asked, replies, strict=True):
                if isinstance(reply, str):
                    good[item[0]] = reply
                elif isinstance(reply, BadModelAnswer | ModelRefused):
                    answers = answers or isinstance(reply, BadModelAnswer)
                    done[item[0]] = reply
                else:
                    left.append(item)
                    errors.append(reply)
            done.update(good)
            if self._cache is not None:
                self._cache.keep((key, answer.encode("utf-8", "replace")) for key, answer in good.items())
            if good or answers:
                self._alive = True
            elif not self._alive:
                raise next(reply for reply in replies if isinstance(reply, ModelUnavailable))
            elif len(left) == len(asked):
                probe = ask_model_each(self._settings, [short], form, patience=self._patience)
                if isinstance(probe[0], ModelUnavailable) and not isinstance(probe[0], BadModelAnswer):
                    raise probe[0]
                pairs = zip(left[:_BEGUN], errors, strict=False)
                done.update((key, error) for (key, _), error in pairs)
                left = left[_BEGUN:]
            asked = left
        return done

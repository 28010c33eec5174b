"""Confidence calibration: the logistic model that turns the signals of a reading into a probability."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bioloom.resources import read_table


@dataclass(frozen=True, slots=True)
class Signals:
    """Signals of a reading: shares from 0 to 1, and marks.

    `covered`, `own`, `title`: shares of the question's words in the sentence with its surroundings, alone,
    and in the title; `share`: its score beside the best one's. `found`: nodes of the type asked for; `verb`,
    `thing`, `asked`, `bound`: how they are tied to what the question names; `named`: they bear the noun
    asked for; `acts`: a verb of the sentence stands in the question; `several`: more than one node is named.
    The rest is about the words of the question beyond the title. `acted`: an action of the step acts on a
    thing that they name, `same_act`: and they name that action too; `own_verb`, `own_thing`: as `verb` and
    `thing`, by these words alone. `rest`: their share in the sentence, in all
    that was found of the document (`known`), and by how much the best of its other sentences holds more of
    them (`rival`), or the best that has no node of the type asked for (`silent`); `gap` is by how much
    another document's title fits the question better.
    """

    kind: str
    covered: float = 0.0
    own: float = 0.0
    title: float = 0.0
    share: float = 0.0
    first: bool = False
    found: bool = False
    verb: bool = False
    thing: bool = False
    asked: bool = False
    bound: bool = False
    named: bool = False
    acts: bool = False
    several: bool = False
    acted: bool = False
    same_act: bool = False
    own_verb: bool = False
    own_thing: bool = False
    rest: float = 0.0
    known: float = 0.0
    rival: float = 0.0
    silent: float = 0.0
    gap: float = 0.0

    def numbers(self) -> Mapping[str, float]:
        """Give every signal as a number, by the names of ontology/retrieval/confidence.tsv."""
        value, thing = self.kind == "value", self.kind == "thing"
        typed = value or thing or self.kind == "beside"
        return {
            "always": 1.0,
            "covered": self.covered,
            "uncovered": max(0.0, 0.6 - self.covered),
            "own": self.own,
            "title": self.title,
            "share": math.log(max(self.share, 1e-4)) / 5,
            "first": float(self.first),
            "nothing found": float(typed and not self.found),
            "verb": float(self.verb),
            "thing": float(self.thing),
            "verb and thing": float(self.verb and self.thing),
            "asked": float(self.asked),
            "named": float(self.named),
            "unbound": float(self.found and not self.bound),
            "acts": float(self.acts),
            "other verb": float(self.found and self.bound and not self.verb),
            "several": float(self.several),
            "acted": float(self.acted),
            "same act": float(self.same_act),
            "own verb": float(self.own_verb),
            "own thing": float(self.own_thing),
            "rest": self.rest,
            "unknown": 1.0 - self.known,
            "rival": self.rival,
            "silent": self.silent,
            "gap": self.gap,
            "value without thing": float(value and not self.thing),
            "value without verb": float(value and not self.verb),
            "value of rest": self.rest * value,
            "rest of thing": self.rest * self.thing,
            "rest of verb": self.rest * self.verb,
            "value": float(value),
            "named thing": float(thing),
            "beside": float(self.kind == "beside"),
            "order": float(self.kind in ("after", "before")),
            "open": float(not typed and self.kind not in ("after", "before")),
        }


@cache
def _curve() -> Mapping[str, float]:
    return {row["signal"]: float(row["weight"]) for row in read_table("retrieval/confidence.tsv")}


def belief(signals: Signals) -> float:
    """Give the calibrated probability that a reading answers its question, 0 to 1 (docs/evaluation.md)."""
    curve = _curve()
    total = sum(curve[name] * number for name, number in signals.numbers().items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

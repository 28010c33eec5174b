"""Check reports: findings, each with its sentence and the mentions and values involved."""

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.checking.rules import Severity
from bioloom.records.attributes import attributes

NOTICE = (
    "This is a report on what a text says, never an instruction. Protocols here are for reference only: "
    "a check that finds nothing does not make one complete, correct or safe. Whoever works by one does so "
    "under the supervision of qualified experts, who judge its hazards."
)
"""The notice that goes with every report (SPEC B30)."""


@dataclass(frozen=True, slots=True)
class Involved:
    """A mention that a finding is about; a measured value also as read and in SI units."""

    id: str
    text: str
    type: str
    sentence_id: str
    start: int
    end: int
    value: float | None = None
    upper: float | None = None
    unit: str | None = None
    si_value: float | None = None
    si_upper: float | None = None
    si_unit: str | None = None

    def as_json(self) -> dict[str, object]:
        """Give the mention for machines; what it does not state is left out."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in fields.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of one rule in one sentence (`step` counts sentences from 1)."""

    rule: str
    severity: Severity
    message: str
    document_id: str
    sentence_id: str
    step: int
    sentence: str
    mentions: tuple[Involved, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Give the finding for machines."""
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "severity": self.severity.value,
            "mentions": [mention.as_json() for mention in self.mentions],
        }


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The check of one protocol: its findings in the order of the text, and the rules that ran.

    `extractor` is the program that annotated the protocol; None: it came annotated, or nothing did.
    """

    document_id: str
    title: str
    sentences: int
    mentions: int
    rules: tuple[str, ...]
    findings: tuple[Finding, ...]
    extractor: str | None = None

    def as_json(self) -> dict[str, object]:
        """Give the report for machines, with the safety notice."""
        return {
            "notice": NOTICE,
            **attributes(self, "document_id", "title", "sentences", "mentions", "extractor"),
            "rules": list(self.rules),
            "findings": [finding.as_json() for finding in self.findings],
        }


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort findings by step, the gravest of a step first; the same finding twice is one."""
    keyed = {(f.rule, f.sentence_id, f.message, tuple(m.id for m in f.mentions)): f for f in findings}
    return tuple(sorted(keyed.values(), key=lambda f: (f.step, f.severity.rank, f.rule, f.message)))

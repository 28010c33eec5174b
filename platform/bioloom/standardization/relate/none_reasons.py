"""Reason codes of NONE with their meanings (docs/rejects.md has the same rows)."""

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "EMPTY_PHRASE": "the relation phrase is empty",
    "LONG_PHRASE": "the relation phrase is longer than 1,000 characters",
    "BAD_PHRASE": "the relation phrase is no text: control or broken characters, or no Latin letter",
    "UNKNOWN_PREDICATE": "the CURIE is no predicate of the pinned Biolink release, nor one that it maps",
    "ADMINISTRATIVE": "it says what people do in clinics or offices, nothing of biology",
    "METHODOLOGICAL": "it says how something was studied or measured, not what was found",
    "NOMENCLATURE": "it says how something is called",
    "REPORTING": "it says what a text reports, not what is so",
    "NO_PREDICATE": "no predicate is likely enough to say the same",
    "MODEL_UNAVAILABLE": "the model could not be asked; the same call may succeed later",
    "MODEL_BAD_ANSWER": "the language model twice did not answer in the agreed form",
    "MODEL_OUT_OF_LIST": "the language model named a predicate that was not among the candidates",
}

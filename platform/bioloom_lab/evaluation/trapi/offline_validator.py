"""Offline validator: reasoner-validator with the pinned Biolink release and the schema of reasoner-pydantic.

The validator fetches TRAPI's schema and the Biolink model, and asks whether a host of the consortium answers.
Here it is given both files and asks nobody; every check of a response runs as it is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic.json_schema import models_json_schema
from reasoner_pydantic import MetaKnowledgeGraph, Query, Response
from reasoner_validator.validator import TRAPIResponseValidator

from bioloom.exchange.trapi import SCHEMA_VERSION
from bioloom_lab.maintenance.biolink_release import open_toolkit

_SEVERITIES = ("critical", "error", "warning", "skipped", "info")


def write_schema(folder: Path) -> Path:
    """Write TRAPI's schema as the models of reasoner-pydantic have it; the file's name tells the release."""
    _, found = models_json_schema(
        [(kind, "validation") for kind in (Query, Response, MetaKnowledgeGraph)],
        ref_template="#/components/schemas/{model}",
    )
    path = folder / f"trapi_{SCHEMA_VERSION}.yaml"
    path.write_text(yaml.safe_dump({"components": {"schemas": found["$defs"]}}), encoding="utf-8")
    return path


class OfflineValidator(TRAPIResponseValidator):  # type: ignore[misc]
    """Validator of one response that uses what is installed, and nothing else."""

    def __init__(self, schema: Path, toolkit: Any) -> None:
        super().__init__(
            trapi_version=str(schema), biolink_version="suppress", suppress_empty_data_warnings=True
        )
        self.bmt = toolkit
        self.biolink_version = toolkit.get_model_version()

    @classmethod
    def check_validation_metadata(cls) -> None:
        """Ask no host: the schema is at hand."""


class ResponseChecker:
    """Checks responses one after the other, with one reading of the model."""

    def __init__(self, folder: Path) -> None:
        self.schema = write_schema(folder)
        self._toolkit = open_toolkit()

    def validate(self, response: Mapping[str, Any]) -> OfflineValidator:
        """Show a response to a validator, as it comes off the wire."""
        validator = OfflineValidator(self.schema, self._toolkit)
        validator.check_compliance_of_trapi_response(json.loads(json.dumps(response)))
        return validator

    def validate_meta_graph(self, meta: Mapping[str, Any]) -> None:
        """Check a meta knowledge graph against the schema; raises what is wrong with it."""
        OfflineValidator(self.schema, self._toolkit).validate(dict(meta), "MetaKnowledgeGraph")


def verdict_codes(validator: OfflineValidator) -> Counter[str]:
    """Count the codes that a validator reported, whatever their severity."""
    found: Counter[str] = Counter()
    waiting: list[object] = [validator.get_all_messages()]
    while waiting:
        held = waiting.pop()
        if isinstance(held, Mapping):
            for key, value in held.items():
                if isinstance(key, str) and key.partition(".")[0] in _SEVERITIES and "." in key:
                    found[key] += 1
                else:
                    waiting.append(value)
    return found

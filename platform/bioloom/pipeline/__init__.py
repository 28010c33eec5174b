"""The write path: loader, standardization, validation, writer; streaming, resumable, counted."""

from bioloom.pipeline.load import load
from bioloom.pipeline.load_report import LoadProgress, LoadReport
from bioloom.pipeline.passes.grounding_pass import GroundReport, ground
from bioloom.pipeline.replay import replay
from bioloom.records.load_counts import Counts

__all__ = ["Counts", "GroundReport", "LoadProgress", "LoadReport", "ground", "load", "replay"]

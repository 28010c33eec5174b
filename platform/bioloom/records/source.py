"""What a loader hands over, one after another."""

from typing import TypeAlias

from bioloom.records.graph import SourceEdge, SourceNode
from bioloom.records.intake import Reject, Skip
from bioloom.records.text import AnnotatedDocument

SourceRecord: TypeAlias = AnnotatedDocument | SourceNode | SourceEdge | Reject | Skip

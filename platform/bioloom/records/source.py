"""What a loader hands over, one after another."""

from typing import TypeAlias

from bioloom.records.graph import SourceClaim, SourceEdge, SourceNode
from bioloom.records.intake import Reject, Skip
from bioloom.records.text import AnnotatedDocument

SourceRecord: TypeAlias = AnnotatedDocument | SourceNode | SourceEdge | SourceClaim | Reject | Skip

"""Which class a text has, read by a fine-tuned encoder alone or beside what was retrieved (SPEC P1)."""

from bioloom_lab.classification.classifier import ClassReader, open_class_reader
from bioloom_lab.classification.nearest_labelled import nearest_labelled
from bioloom_lab.classification.settings import Draw

__all__ = ["ClassReader", "Draw", "nearest_labelled", "open_class_reader"]

"""Which class a text has, read by a fine-tuned encoder alone or beside what was retrieved (SPEC P1)."""

from bioloom.extraction.classes.neighbours import nearest_labelled
from bioloom.extraction.classes.reader import ClassReader, open_class_reader
from bioloom.extraction.classes.settings import Draw

__all__ = ["ClassReader", "Draw", "nearest_labelled", "open_class_reader"]

"""Relation cases: claims with gold labels from annotated corpora, for training and evaluation."""

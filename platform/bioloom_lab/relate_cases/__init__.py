"""Annotated relations as cases: claims with gold labels, to train and to score with."""

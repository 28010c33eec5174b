"""Evaluation of triple extraction and relation classification, with ablations of retrieval."""

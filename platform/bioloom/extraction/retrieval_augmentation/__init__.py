"""Retrieval augmentation (PETAILOR, BiomedRAG): labelled examples and memories of their phrases."""

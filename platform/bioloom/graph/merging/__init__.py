"""Merging: entities that are one thing, by stated identity or by what texts call them, made one node."""

"""Constraints: what a question demands or excludes, and whether a document, step or sentence meets it."""

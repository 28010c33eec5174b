"""Texts: the steps of a protocol, and the values, lists, clauses and findings that a sentence states."""

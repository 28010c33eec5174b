"""Conformance of TRAPI responses: queries made from the meta knowledge graph, Translator's own validator."""

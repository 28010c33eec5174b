"""Extraction of mentions and relations from protocols, scored against annotation."""

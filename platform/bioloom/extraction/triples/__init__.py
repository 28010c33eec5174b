"""Biomedical triples: prompts, answer parser, prompt scheme, and the local networks (`local`)."""

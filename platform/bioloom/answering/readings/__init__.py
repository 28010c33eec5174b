"""Readings: the steps of a protocol read for the parts of a question, each with signals and a belief."""

"""Passes over a loaded graph: names grounded, with the list for a curator, and sentences embedded."""

"""Training of the local models from annotated protocols, and their export (the `lab` extra: torch)."""

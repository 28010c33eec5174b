"""Mentions to identities: a CURIE of a vocabulary, or one minted here."""

from bioloom.grounding.minting import METHOD, MINTED_TYPES, mint, unmint

__all__ = ["METHOD", "MINTED_TYPES", "mint", "unmint"]

"""Composition: drafts of answers, their wording and confidence, and the verification of what they cite."""

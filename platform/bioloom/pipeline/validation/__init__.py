"""Validation: records of sources in Biolink's terms, or refused with a reason, collected into batches."""

"""Text classification by a fine-tuned encoder, alone or beside a retrieved text (SPEC P1)."""

"""Which class a text has, read by a fine-tuned encoder alone or beside what was retrieved (SPEC P1)."""

"""How well triples are read: what is right, against which source sentences, and what each part is worth."""

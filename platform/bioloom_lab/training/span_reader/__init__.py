"""How a reader of passages is trained; needs the models extra."""

"""Training of the span reader of publications; needs the models extra."""

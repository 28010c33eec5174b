"""Training of the span reader; needs the models extra."""

"""Training of the step reader: a network that reads the steps of protocols for a question."""

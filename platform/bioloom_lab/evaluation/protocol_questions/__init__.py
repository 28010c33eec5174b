"""Question answering over protocols: questions generated from gold annotation, asked, scored."""

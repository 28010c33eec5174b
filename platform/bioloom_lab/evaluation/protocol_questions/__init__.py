"""Questions about protocols, written from gold annotations: generated, asked, scored."""

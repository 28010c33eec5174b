"""From the words of a source to Biolink: types, relations, quantities, with nothing lost on the way."""

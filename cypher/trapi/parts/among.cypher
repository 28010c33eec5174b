// Part: a property, or one item of it, is one of these values. Identifiers: item, slot. Parameters: values.
any(value IN $$item$$.$$slot$$ WHERE value IN $$$parameter$$)

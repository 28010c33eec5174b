// Part: a property is exactly this value, lists with all their items in their order. Identifiers: item, slot. Parameters: values.
coalesce($$item$$.$$slot$$ = $$$parameter$$, false)

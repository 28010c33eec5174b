// Part: a condition is false or has no value to apply to. Filled in: condition.
NOT coalesce(condition, false)

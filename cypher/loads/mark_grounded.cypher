// Note that a grounding pass has seen all that these loads brought. No parameters.
MATCH (l:Load) WHERE l.ungrounded
REMOVE l.ungrounded

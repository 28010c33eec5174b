// Mark all loads as read by a grounding pass. No parameters.
MATCH (l:Load) WHERE l.ungrounded
REMOVE l.ungrounded

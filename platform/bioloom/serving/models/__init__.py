"""Request and response models, as /openapi.json describes them, with examples and cursors of pages."""

"""Questions for yes, no or maybe about an abstract: gold, fitting, cross-validation (PubMedQA)."""

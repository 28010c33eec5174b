"""Training of the standardizer: contrastive texts, the encoder, the reranker."""

"""Baselines without a deep network: n-gram regression, perceptron, nearest neighbours."""

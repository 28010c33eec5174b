"""Models without a deep network: counted words and letters, regression on them, and nearest neighbours."""

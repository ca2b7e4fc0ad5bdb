"""How much of a request a provider has read before: what its prefix cache can reuse from turn to turn."""

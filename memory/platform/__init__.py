"""The outside world: settings, identity, models, embeddings, the store, the HTTP app."""

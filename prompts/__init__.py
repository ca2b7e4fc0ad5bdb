"""Every text that is sent to a model, each with a typed function that renders it."""

"""A small OpenAI-compatible provider that answers as a test tells it to.

`script` holds what a test can say, `app` is the HTTP side, `process` starts it and talks to it.
"""

"""The HTTP routes beside the server's own, and what stands around all of them."""

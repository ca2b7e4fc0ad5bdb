"""What `make dev` and `make demo` run."""

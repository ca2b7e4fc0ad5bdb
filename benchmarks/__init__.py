"""Figures, measured: what the parts promise, and all of it beside what people would use instead (`make bench`)."""

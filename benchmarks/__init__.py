"""Figures the README states, printed as tables."""

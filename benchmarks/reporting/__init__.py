"""How figures are kept and shown: tables, JSON, plots, the page."""

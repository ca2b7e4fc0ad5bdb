"""How good recall is, on public data and on labelled sets of the project's own."""

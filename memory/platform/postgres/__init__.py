"""The process's own Postgres, and what is kept there beside checkpoints and memories."""

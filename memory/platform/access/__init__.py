"""Who asks, and may they: authentication, the rules of the server, sessions, limits."""

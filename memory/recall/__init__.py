"""Which memories a turn gets: pure rules over what the store found."""

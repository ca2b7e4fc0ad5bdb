"""A person's memories in the store: embedded, recalled, changed by hand, exported, erased."""

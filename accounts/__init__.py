"""People: names, guests, accounts, settings."""

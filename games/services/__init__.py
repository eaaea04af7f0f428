"""Everything that changes something."""

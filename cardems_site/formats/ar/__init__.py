"""Arabic formats."""

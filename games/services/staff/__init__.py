"""What staff do, through the same services as players: each change takes effect at once, is told, and is audited."""

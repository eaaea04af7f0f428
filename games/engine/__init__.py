"""The rules of the games: pure Python, immutable values, one notation for each. Imports nothing but the standard library."""

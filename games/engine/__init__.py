"""The rules of the games: pure Python, immutable values, one notation for each; imports only the standard library."""

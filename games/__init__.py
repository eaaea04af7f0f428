"""The tables: rules engine, matches, live play, and everything that shows them."""

"""Everything that shows something: built from an Observation and public facts, in words for one language."""

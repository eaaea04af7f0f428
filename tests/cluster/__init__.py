"""A site of several processes on one machine: PostgreSQL, Valkey, server processes and one address for them all.

`./dev cluster` runs it for people, `python -m tests.cluster.around COMMAND` for tests, `tests.faults` breaks it.
"""

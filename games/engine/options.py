"""Options: a rule set is a full assignment of them (rule 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .errors import BadOption

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a table may agree on. Texts are English sources; screens translate them.

    `label` names it, `help` explains it, `choices` are its values with their words, `said` those words that stand on
    the table when it differs from the rule set (rule 1.8).
    """

    name: str
    label: str
    help: str
    choices: tuple[tuple[Value, str], ...]
    said: tuple[tuple[Value, str], ...]

    def choice(self, value: Value) -> str:
        """The words of a value."""
        return next(words for known, words in self.choices if same(known, value))

    def in_words(self, value: Value) -> str:
        """The words that stand on the table for a value that differs."""
        return next(words for known, words in self.said if same(known, value))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named assignment of the options. `values` are its own; `open` the values each changeable option may take."""

    slug: str
    name: str
    about: str
    values: Mapping[str, Value]
    open: Mapping[str, tuple[Value, ...]]

    def chosen(self, changes: Mapping[str, object]) -> dict[str, Value]:
        """The full assignment with these changes; raises BadOption."""
        values = dict(self.values)
        for name, value in changes.items():
            values[name] = self._allowed(name, value)
        return values

    def _allowed(self, name: str, value: object) -> Value:
        if name not in self.values:
            raise BadOption(name, f"{self.slug} has no option {name!r}")
        for known in self.open.get(name, (self.values[name],)):
            if same(known, value):
                return known
        raise BadOption(name, f"{name} of {self.slug} cannot be {value!r}")

    def differences(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """What of an assignment differs from the rule set."""
        return {name: values[name] for name, own in self.values.items() if not same(own, values[name])}


def same(one: object, other: object) -> bool:
    """Equal in value and type: `1` is no `true` and `31.0` no `31`."""
    return type(one) is type(other) and one == other

"""Which module imports which, read from the source: the import rules and their test need nothing else."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "cardems_site", "games")


def sources(package: str) -> list[Path]:
    """The source files of a package, migrations left out."""
    return [path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts]


def module_name(path: Path) -> str:
    """`games/engine/__init__.py` → `games.engine`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """The full names of the modules that this file imports, inside functions too; relative ones resolved.

    `from games import store` counts as `games.store`, `from games.store import load` as `games.store`.
    """
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update(_from(node, package))
    return found


def _from(node: ast.ImportFrom, package: list[str]) -> Iterator[str]:
    base = package[: len(package) - node.level + 1] if node.level else []
    source = ".".join([*base, *([node.module] if node.module else [])])
    for alias in node.names:
        inner = f"{source}.{alias.name}"
        yield inner if _is_module(inner) else source


def _is_module(name: str) -> bool:
    if name.split(".")[0] not in OURS:
        return False
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def is_standard(module: str) -> bool:
    """Whether the standard library holds this module."""
    return module.split(".")[0] in sys.stdlib_module_names

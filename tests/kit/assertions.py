"""Static check that a test asserts: it finds tests without an assertion, or with assertions on constants only."""

import ast
from collections.abc import Iterator
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
_STEPS = 4
"""Maximum depth of helper calls above an assertion."""


def functions_in(path: Path) -> dict[str, Function]:
    """All functions and methods of a file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name: node for node in nodes if isinstance(node, Function)}


def defined_tests(path: Path) -> dict[str, Function]:
    """All tests of a file."""
    return {name: node for name, node in functions_in(path).items() if name.startswith("test_")}


def asserts(test: Function, helpers: dict[str, Function] | None = None, steps: int = _STEPS) -> bool:
    """Return whether a test, or a helper that it calls, asserts on a computed value or expects an error."""
    if any(_is_assertion(node) for node in ast.walk(test)):
        return True
    called = [helpers[name] for name in _called(test) if name in helpers] if helpers and steps else []
    return any(asserts(helper, helpers, steps - 1) for helper in called)


def _is_assertion(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return any(isinstance(each, ast.Name | ast.Call) for each in ast.walk(node.test))
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(ast.unparse(item.context_expr).startswith("pytest.raises(") for item in node.items)
    return False


def _called(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]

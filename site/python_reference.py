"""What the Python package has for everyone, as Markdown: each name of `__all__` with its signature and its docstring, from the sources."""

import ast
import pathlib
import sys

PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "crates" / "python" / "python" / "twinprint"


def public(package: pathlib.Path) -> list[str]:
    for node in ast.parse((package / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return [name for name in ast.literal_eval(node.value) if not name.startswith("_")]
    sys.exit(f"{package / '__init__.py'} has no __all__")


def signature(node: ast.FunctionDef, name: str) -> str:
    arguments = ast.unparse(node.args)
    arguments = arguments.removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    return f"```python\n{name}({arguments}){returns}\n```"


def indented_examples_as_code(text: str) -> str:
    """Examples of a docstring, which begin with >>>, as blocks of code."""
    lines, within = [], False
    for line in text.splitlines():
        if line.lstrip().startswith(">>>") and not within:
            lines += ["", "```python"]
            within = True
        elif within and not line.strip():
            lines.append("```")
            within = False
        lines.append(line.strip() if within and line.startswith("    >>>") else line)
    return "\n".join(lines + ["```"] * within)


def fields(node: ast.ClassDef) -> list[str]:
    found = []
    for field, after in zip(node.body, node.body[1:] + [None]):
        if isinstance(field, ast.AnnAssign) and not field.target.id.startswith("_"):
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            default = f" = {ast.unparse(field.value)}" if field.value else ""
            found.append(f"- `{field.target.id}: {ast.unparse(field.annotation)}{default}` {said}".rstrip())
    return found


def described(name: str, node: ast.AST) -> str:
    parts = [f"## {name}"]
    if isinstance(node, ast.FunctionDef):
        parts += [signature(node, name)]
    parts += [indented_examples_as_code(ast.get_docstring(node) or "")]
    if isinstance(node, ast.ClassDef):
        parts += ["\n".join(fields(node))]
        for method in (of for of in node.body if isinstance(of, ast.FunctionDef)):
            if method.name == "__init__":
                parts.insert(1, signature(method, name))
            elif not method.name.startswith("_"):
                parts += [f"### {name}.{method.name}"]
                of_property = any(getattr(of, "id", "") in ("property", "cached_property") for of in method.decorator_list)
                parts += [f"`{name}.{method.name}: {ast.unparse(method.returns)}`" if of_property and method.returns else signature(method, f"{name}.{method.name}")]
                parts += [indented_examples_as_code(ast.get_docstring(method) or "")]
    return "\n\n".join(part for part in parts if part)


def main() -> None:
    nodes = {}
    for file in sorted(PACKAGE.glob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                nodes.setdefault(node.name, node)
    missing = [name for name in public(PACKAGE) if name not in nodes]
    if missing:
        sys.exit(f"__all__ names {', '.join(missing)}, which no file defines")
    print("\n\n".join(described(name, nodes[name]) for name in public(PACKAGE)))


if __name__ == "__main__":
    main()

"""What a PromQL expression asks for, by a real parser."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import promql_parser as promql


class Asked(NamedTuple):
    """A selector: its series and its matchers as (label, operator, value)."""

    series: str
    matchers: frozenset[tuple[str, str, str]]


OPERATORS = {
    str(promql.MatchOp.Equal): "=",
    str(promql.MatchOp.NotEqual): "!=",
    str(promql.MatchOp.Re): "=~",
    str(promql.MatchOp.NotRe): "!~",
}


def parsed(text: str) -> Any:
    """The expression; Grafana's variables stand for what Grafana puts there."""
    return promql.parse(text.replace("$__rate_interval", "1m").replace("$namespace", "uno"))


def _nodes(expression: Any) -> Iterator[Any]:
    yield expression
    children = [
        getattr(expression, name, None) for name in ("expr", "lhs", "rhs", "param", "vector_selector")
    ]
    for child in [*children, *getattr(expression, "args", [])]:
        if isinstance(child, promql.Expr):
            yield from _nodes(child)


def selectors(expression: Any) -> list[Asked]:
    return [_asked(node) for node in _nodes(expression) if isinstance(node, promql.VectorSelector)]


def _asked(node: promql.VectorSelector) -> Asked:
    assert node.name, "a selector without the name of a metric"
    matchers = ((each.name, OPERATORS[str(each.op)], each.value) for each in node.matchers.matchers)
    return Asked(node.name, frozenset(matchers))


def groupings(expression: Any) -> list[tuple[frozenset[str], list[Asked]]]:
    """For each aggregation the labels that it keeps, and what it is made of."""
    found = []
    for node in _nodes(expression):
        if isinstance(node, promql.AggregateExpr):
            assert node.modifier is None or node.modifier.type == promql.AggModifierType.By
            kept = frozenset(node.modifier.labels if node.modifier else ())
            found.append((kept, selectors(node.expr)))
    return found

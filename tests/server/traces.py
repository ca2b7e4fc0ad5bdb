"""Looks for a text wherever a server keeps anything."""

from pathlib import Path

import psycopg
from psycopg import sql

_TABLES = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
_ROWS = sql.SQL("SELECT count(*) FROM {} AS t WHERE t::text LIKE ANY(%s)")


def found(database: str, *texts: str) -> list[str]:
    """Return the tables of a database, of whatever schema, that hold one of `texts`, as it is or inside a blob."""
    hits = []
    forms = [form for text in texts for form in (text, text.encode().hex(), _escaped(text))]
    patterns = ["%{}%".format(form.replace("\\", r"\\")) for form in forms]
    with psycopg.connect(database) as connection:
        for schema, table in connection.execute(_TABLES).fetchall():
            [counted] = connection.execute(_ROWS.format(sql.Identifier(schema, table)), [patterns]).fetchall()
            hits += [f"{schema}.{table}"] * bool(counted[0])
    return hits


def found_in_files(folder: Path, *texts: str) -> list[str]:
    """Return the files under `folder` that hold one of `texts`."""
    forms = [form.encode() for text in texts for form in (text, _escaped(text))]
    held = ((file, file.read_bytes()) for file in folder.rglob("*") if file.is_file())
    return [str(file.relative_to(folder)) for file, content in held if any(form in content for form in forms)]


def _escaped(text: str) -> str:
    return text.encode("unicode_escape").decode()

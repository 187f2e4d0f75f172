# SPDX-License-Identifier: Apache-2.0
"""A client in Python: calls what the runner names, with its own driver's types. One JSON object a line, both ways, as writers/talk.mjs."""
import datetime
import json
import sys

import psycopg2

database = psycopg2.connect("")
database.autocommit = True  # CALL refuses inside a transaction, which the driver opens by default


def given(argument):
    value = argument["value"]
    if value is None:
        return None
    if argument["type"] == "bytea":
        return bytes.fromhex(value)
    if argument["type"] == "bytea[]":
        return [None if v is None else bytes.fromhex(v) for v in value]
    return value


def shown(value):
    if isinstance(value, memoryview):
        return bytes(value).hex()
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def call(order):
    sql = "{} onceover.{}({})".format(order["verb"], order["function"], ", ".join(f"{a['name']} => %s" for a in order["args"]))
    with database.cursor() as cursor:
        try:
            if order["begin"]:
                cursor.execute(order["begin"])
            cursor.execute(sql, [given(a) for a in order["args"]])
            row = dict(zip((c.name for c in cursor.description), map(shown, cursor.fetchone())))
            if order["end"]:
                cursor.execute(order["end"])
            return {"row": row}
        except psycopg2.Error as error:
            if error.pgcode is None:
                raise
            if order["begin"]:
                cursor.execute("ROLLBACK")
            return {"error": error.pgcode}


print(json.dumps({"ready": sys.version}), flush=True)
for line in sys.stdin:
    print(json.dumps({"done": "call", **call(json.loads(line))}), flush=True)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What each command prints with --json is what resources/schemas describes: schemas_test.py DIR, with the built programs.

A member that no schema describes is a defect here, although the schemas allow one: a reader must ignore what it does not know, but what is
printed today is to be described today. `{"type": "object", "additionalProperties": true}` marks what is data and not shape.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

import jsonschema

import book
from program import Help
from sandbox import HERE, LIMIT_S, ROOT, Sandbox

FOLDER = ROOT / "resources" / "schemas"
# Print no JSON, print lines that are data (relay --lines), or run until they are stopped.
LEFT_OUT = {"try": "tests/integration/try", "inbox receive": "runs until it is stopped"}


def strict(schema, is_part=False):
    """The same schema, which refuses members that it does not describe. A part of an allOf leaves other members to its neighbours."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: [strict(part, True) for part in value] if name == "allOf" else strict(value) for name, value in schema.items()}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = re.sub(r"^(?:([a-z]+)\.schema\.json)?#/\$defs/", lambda m: f"#/$defs/{m[1] or 'common'}/$defs/", made["$ref"])
    is_open = is_part or made.get("$comment") == "others are added"
    if not is_open and (isinstance(made.get("properties"), dict) or "allOf" in made) and "additionalProperties" not in made:
        made["unevaluatedProperties"] = False
    return made


def validators():
    """Of each definition, as "keys/list". All files are one document here, since validators differ in how they find other files."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {}}
    for path in sorted(FOLDER.glob("*.schema.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        if not schema["$id"].endswith("/" + path.name):
            raise SystemExit(f"{path.name}: its $id names another file")
        whole["$defs"][path.name.removesuffix(".schema.json")] = {"$defs": strict(schema["$defs"])}
    return {f"{file}/{name}": jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{file}/$defs/{name}"})
            for file, schema in whole["$defs"].items() for name in schema["$defs"]}


def wrong_with(value, validator):
    errors = sorted(validator.iter_errors(value), key=lambda e: -len(e.absolute_path))
    return [f"{'/'.join(map(str, e.absolute_path)) or 'the object'}: {e.message[:300]}" for e in errors[:4]]


def prepare(sandbox):
    for page in book.pages():
        for block in page.blocks:
            if block.attribute.startswith("file="):
                text = re.sub(r"https://(gateway|shop)\.example", sandbox.gateway_url, block.text)
                (sandbox.directory / block.attribute[5:]).write_text(text)
    for name, text in {"answer.json": '{"status":"by hand"}', "list.csv": "key\norder-1021\norder-1022\n", "bad.toml": "version = 1\n",
                       "gateway.toml": (sandbox.directory / "acme.toml").read_text()}.items():
        (sandbox.directory / name).write_text(text)
    secret = sandbox.directory / "shop.secret"
    secret.write_text("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
    secret.chmod(0o600)


def main(bin_dir):
    made, used, problems = validators(), set(), []
    with Sandbox(bin_dir) as sandbox:
        prepare(sandbox)
        lines = [line for line in (HERE / "json_commands.txt").read_text().splitlines() if line and not line.startswith("#")]
        for line in lines:
            schema, code, command = re.split(r"\s+", line, maxsplit=2)
            command = command.replace("{gateway}", sandbox.gateway_url)
            if "{event}" in command:
                command = command.replace("{event}", sandbox.sql("SELECT id FROM onceover.outbox ORDER BY seq LIMIT 1").strip())
            if "{release}" in command:
                command = command.replace("{release}", sandbox.sql(
                    "SELECT max(id) FROM onceover.audit WHERE action = 'settle' AND to_state = 'released'").strip())
            done = subprocess.run([sandbox.bin_dir / "oncectl", "--json", *shlex.split(command)], cwd=sandbox.directory,
                                  env=sandbox.environment, capture_output=True, text=True, timeout=LIMIT_S)
            if done.returncode != int(code):
                problems.append(f"{command}\n  exit code {done.returncode}, not {code}\n{done.stdout[:500]}{done.stderr[:500]}")
                continue
            if schema == "-":
                continue
            used.add(schema)
            printed = done.stderr.splitlines()[-1] if schema == "error/error" else done.stdout
            if schema == "error/error" and done.stdout:
                problems.append(f"{command}\n  an error, and something on standard output: {done.stdout[:200]}")
            if printed.count("\n") > 1 or schema not in made:
                problems.append(f"{command}\n  no schema {schema}, or more than one line")
                continue
            problems += [f"{command}\n  {schema}: {why}" for why in wrong_with(json.loads(printed), made[schema])]
        ran = " \n".join(lines)
    help_of = Help(pathlib.Path(bin_dir) / "oncectl")
    for command in help_of.commands():
        if command not in LEFT_OUT and (command not in help_of.parents or help_of.acts(command)) \
                and not re.search(rf"\d +(--dsn \S+ )?{re.escape(command)}\b", ran):
            problems.append(f"json_commands.txt does not run oncectl {command}")
    listed = (book.MANUAL / "stability.md").read_text()
    problems += [f"stability.md does not list {path.name}" for path in FOLDER.iterdir() if f"({'../schemas/' + path.name})" not in listed]
    problems += [f"no command uses {name}" for name in made if name not in used and not name.startswith("common/")]
    print("\n\n".join(problems))
    print(f"{len(lines)} commands, {len(made)} definitions, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

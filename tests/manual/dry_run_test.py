#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every command that writes has --dry-run: dry_run_test.py DIR, with the built programs. A command that is not listed here writes."""
import pathlib
import sys

from program import Help

READS = """approvals list, approvals show, ask, audit, audit anchor, audit verify, bundle, bundle show, calculator inbox, calculator lint,
calculator outbox, calculator schedule, calculator size, calculator storm, cases list, cases show, check, doctor, drift, gateway check,
gateway registered, gateway test, handover, inbox export, inbox list, inbox show, keys export, keys life, keys list, keys show, keys why, metrics,
outbox events, outbox export, outbox list, outbox show, plan dry-run, plan items, plan list, plan report, plan show, profile check,
profile detect, profile inspect, profile propose, relay list, roles print, schema print, schema status, stats, stuck, try"""
# Why not. commands.md says so, too.
OTHERS = {
    "plan run": "plan dry-run",
    "plan resume": "plan dry-run",
    "relay": "--check-config of a configuration",
    "inbox receive": "--check-config of a configuration",
    "inbox consume": "--check-config of a configuration",
}


def problems(bin_dir):
    program = Help(bin_dir / "oncectl")
    commands = {c for c in program.commands() if c not in program.parents or program.acts(c)}
    reads = set(READS.replace("\n", " ").split(", "))
    for known in sorted((reads | set(OTHERS)) - commands):
        yield f"there is no command {known}"
    for command in sorted(commands - set(OTHERS)):
        if command.startswith("planner"):  # of calculator
            continue
        has = "--dry-run" in program.options[command]
        if command not in reads and not has:
            yield f"{command} writes and has no --dry-run"
        if command in reads and has:
            yield f"{command} is listed as one that reads, and has --dry-run"


if __name__ == "__main__":
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every command that writes has --dry-run")
    sys.exit(1 if found else 0)

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every word that windows, help, output and monitoring use as a name is in the manual: terms_test.py DIR, with the built programs.

The names are taken where the program has them: --help, lists that oncectl prints, tables of words in core, the navigation's and the
glossary's users in ui, names of metrics in the service, alert rules and panels of the dashboard.
"""
import json
import pathlib
import re
import subprocess
import sys

import yaml

import book
from program import Help

ROOT = book.ROOT


def source(*patterns):
    return "\n".join(path.read_text() for pattern in patterns for path in sorted(ROOT.glob(pattern)))


# Tables of words in core that a person meets in output, in files or in windows: the room, and the type.
SHOWN = ["key::State", "key::Holder", "gateway::Finding", "reconcile::VerdictKind", "reconcile::Shout", "unfinished::Known", "tables::Kind",
         "tables::Verb", "tables::Lease::Form", "plan::State", "plan::ItemState", "drift::Kind", "roles::DbRole", "audit::Fault",
         "base::ErrorKind", "retry::BreakerState", "browse::StuckBy", "inbox::State", "inbox::Answer", "calculator::Rule", "metrics::Counter",
         "metrics::Histogram", "serve::Outcome"]


def word_tables():
    found = {}
    for path in sorted([*ROOT.glob("core/**/*.h"), *ROOT.glob("core/**/*.cpp")]):
        for name, body in re.findall(r"\b(?:some_)?words<([\w:]+)>\(\s*\{(.*?)\}\s*\);", path.read_text(), re.S):
            found[f"{path.parent.name}::{name}"] = [word for word in re.findall(r'"([^"]*)"', body) if word]
        for name in re.findall(r"\benum_names<([\w:]+)", path.read_text()):  # its words are its enumerators
            found[f"{path.parent.name}::{name}"] = enumerators(path.parent, name)
    return found


def enumerators(room, name):
    text = re.sub(r"//[^\n]*", "", "\n".join(path.read_text() for path in sorted([*room.glob("*.h"), *room.glob("*.cpp")])))
    indent = r"^ +" if "::" in name else "^"  # one of a class has its name
    bodies = re.findall(rf"{indent}enum class {name.split('::')[-1]}\b[^{{;]*\{{(.*?)\}}", text, re.S | re.M)
    return [word.rstrip("_") for body in bodies[:1] for word in re.findall(r"(\w+)\s*(?:,|$)", body.strip())]


def names(bin_dir):
    """What kind of name, and how the manual must have each: lists of texts. None may be empty."""
    oncectl = bin_dir / "oncectl"
    listed = lambda *words: json.loads(subprocess.run([oncectl, "--json", *words], capture_output=True, text=True, check=True).stdout)
    help_of = Help(oncectl)
    commands = [c for c in help_of.commands() if c not in help_of.parents or help_of.acts(c)]
    yield "command", [f"oncectl {c}" for c in commands]
    yield "option of every command", sorted(help_of.options[""] - {"--help", "--version", "-h"})
    yield "exit code", [f"| {code} | {meaning}" for code, meaning in re.findall(
        r"(?:^|  ) ?(\d+)  (\S.*?)(?=   |,|$)", help_of.text[help_of.text.index("Exit codes:"):], re.M)]
    yield "rule of check", [f"| `{rule['rule']}` |" for rule in listed("check", "--list")["rules"]]
    yield "finding of doctor", [f"| `{c['check']}` | {c['severity']} | {c['title']} |" for c in listed("doctor", "--list")["checks"]]
    tables = word_tables()
    for kind in SHOWN:
        yield f"word of core/{kind}", [f"`{word}`" for word in tables.get(kind, [])]
    yield "error code", [f"`{code}`" for code in re.findall(r'"([A-Z_]+\.[a-z_.]+)"', source("core/http/error_code.h"))]
    yield "metric of the service", [f"`{metric}`" for metric in sorted(set(re.findall(r'"(onceover_[a-z_]+)"', source("app/oncectl/*.cpp"))))]
    yield "alert", [f"| `{rule['alert']}` |" for group in yaml.safe_load(source("packaging/prometheus/onceover.rules.yml"))["groups"]
                    for rule in group["rules"] if "alert" in rule]
    yield "panel of the dashboard", [panel["title"] for panel in json.loads(source("packaging/grafana/onceover-sweeper.json"))["panels"]]
    pages = source("ui/shell/pages.cpp")
    yield "page of the console", [f"## {title}" for title in re.findall(r'\.title = QT_TR_NOOP\("([^"]+)"\)', pages)]
    yield "place of the console", [f"Alt+{n} *{title}*" for n, title in enumerate(re.findall(r'"\), tr\("([^"]+)"\), QString', pages), 1)]
    yield "shortcut of the console", [shortcut(keys) for keys in re.findall(r'action\(tr\("[^"]+"\), QKeySequence(?:\(|::)([^),]*)',
                                                                           source("ui/shell/main_window.cpp"))]
    yield "shortcut of places and tabs", [shortcut(keys) for keys in re.findall(r'added\(tr\("[^"]+"\), \{([^}]*)\}',
                                                                                source("ui/shell/navigator.cpp"))]
    yield "term that a window explains", [f"| {term.lower()} |" for terms in re.findall(r"explained\(\{(.*?)\}\)", source("ui/**/*.cpp"), re.S)
                                          for term in re.findall(r'"([^"]+)"', terms)]


def shortcut(keys):
    """Qt's "Qt::CTRL | Qt::SHIFT | Qt::Key_A" as people write it."""
    words = {"CTRL": "Ctrl", "SHIFT": "Shift", "ALT": "Alt", "Slash": "/", "Period": ".", "HelpContents": "F1", "Quit": "Ctrl+Q"}
    parts = [part.split("::")[-1].removeprefix("Key_") for part in keys.split("|")]
    return "+".join(words.get(part.strip(), part.strip()) for part in parts)


def main(bin_dir):
    text = re.sub(r"\s+", " ", " ".join(page.text for page in book.pages()))
    # The glossary has several terms in some of its rows.
    text += "".join(f" | {term.strip().lower()} |" for line in (book.MANUAL / "glossary.md").read_text().splitlines() if line.startswith("|")
                    for term in line.split("|")[1].split(","))
    count, missing = 0, []
    for kind, wanted in names(pathlib.Path(bin_dir)):
        count += len(wanted)
        missing += [f"{kind}: {name}" for name in wanted if not in_text(name, text)]
        if not wanted:
            missing.append(f"{kind}: none was found, so this test looks in the wrong place")
    print("\n".join(missing))
    print(f"{count} names, {len(missing)} problems")
    return 1 if missing else 0


def in_text(name, text):
    return re.search((r"(?<![\w-])" if name[0].isalnum() else "") + re.escape(name) + (r"(?![\w-])" if name[-1].isalnum() else ""), text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

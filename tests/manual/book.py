# SPDX-License-Identifier: Apache-2.0
"""The manual as data: fenced blocks, links, headings, code spans."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = ROOT / "resources" / "manual"


@dataclasses.dataclass
class Block:
    page: str
    line: int  # of its first line of content
    language: str
    attribute: str  # what follows the language: "file=NAME", "append=NAME", "no-run: REASON", or nothing
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}"


class Page:
    def __init__(self, path):
        self.path, self.name, self.text = path, path.name, path.read_text()
        self.blocks, prose, fence = [], [], None
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.startswith("```"):
                if fence is None:
                    language, _, attribute = line[3:].strip().partition(" ")
                    fence = Block(self.name, number + 1, language, attribute.strip(), "")
                else:
                    self.blocks.append(fence)
                    fence = None
                prose.append("")
            elif fence is not None:
                fence.text += line + "\n"
                prose.append("")
            else:
                prose.append(line)
        if fence is not None:
            raise SystemExit(f"{fence}: the fence is not closed")
        self.prose = prose  # the page without its blocks, line by line

    def anchors(self):
        """As hosts of Markdown and the console make them."""
        found = []
        for line in self.prose:
            if line.startswith("#"):
                heading = line.lstrip("#").strip().lower()
                found.append("".join(c if c.isalnum() or c == "-" else "-" if c == " " else "" for c in heading))
        return found

    def links(self):
        for number, line in enumerate(self.prose, 1):
            for target in re.findall(r"\]\(([^)]+)\)", line):
                yield number, target

    def spans(self):
        for number, line in enumerate(self.prose, 1):
            for span in re.findall(r"`([^`]+)`", line):
                yield number, span


def pages():
    return [Page(path) for path in sorted(MANUAL.glob("*.md"))]

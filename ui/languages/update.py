#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of the console and their translations: update.py [--check].

Without an option it brings onceover_de.ts (every text) and onceover_en.ts (the plurals) up to date with the sources: texts that are gone
leave, new ones come with an empty translation, to be filled in by hand or in Qt Linguist. --check changes nothing and prints what is
wrong: a text that is missing or no longer used, one without a translation, or one whose placeholders, line breaks or mnemonics differ.
core_words.txt lists the words of core that pages show as labels, through widgets::wordShown().
Both files keep all texts in one context, without places in the sources: one English text has one translation."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LUPDATE = "/usr/lib/qt6/bin/lupdate"
Text = collections.namedtuple("Text", "comment source plural")


def read(path):
    """What a file holds: the forms of each text's translation."""
    texts = {}
    for message in ET.parse(path).getroot().iter("message"):
        text = Text(message.findtext("comment") or "", message.findtext("source"), message.get("numerus") == "yes")
        translation = message.find("translation")
        texts[text] = [form.text or "" for form in (translation.findall("numerusform") or [translation])]
    return texts


def in_sources():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "texts.ts")
        subprocess.run([LUPDATE, "-silent", "-locations", "none", "ui", "app/console", "-ts", path], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        words = set((HERE / "core_words.txt").read_text(encoding="utf-8").splitlines())
        return set(read(path)) | {Text("", word, False) for word in words | glossary()}


def glossary():
    """The terms and their meanings, as readGlossary() of ui/widgets/controls.cpp takes them apart."""
    words = set()
    for line in (ROOT / "resources/manual/glossary.md").read_text(encoding="utf-8").splitlines():
        cells = line.split("|")
        if len(cells) == 4 and "---" not in cells[1] and cells[1].strip() != "term":
            terms, meanings = cells[1].strip().split(", "), cells[2].strip().replace("`", "").split("; ")
            words.update(terms, meanings if len(terms) == len(meanings) > 1 else ["; ".join(meanings)])
    return words


def write(path, language, texts):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}" sourcelanguage="en">',
             "<context>", "    <name>Onceover</name>"]
    for text, forms in sorted(texts.items()):
        lines.append('    <message numerus="yes">' if text.plural else "    <message>")
        lines.append(f"        <source>{escape(text.source)}</source>")
        if text.comment:
            lines.append(f"        <comment>{escape(text.comment)}</comment>")
        opening = "<translation>" if all(forms) else '<translation type="unfinished">'
        body = "".join(f"<numerusform>{escape(form)}</numerusform>" for form in forms) if text.plural else escape(forms[0])
        lines += [f"        {opening}{body}</translation>", "    </message>"]
    path.write_text("\n".join(lines + ["</context>", "</TS>"]) + "\n", encoding="utf-8")


def marks(text):
    """What a translation must have as its source has it."""
    return sorted(re.findall(r"%L?(?:\d|n)|\n", text)), len(re.findall(r"&(?=[^\W_])", text)), text[:1] == " ", text[-1:] == " "


def problems(name, texts, wanted):
    for text in sorted(wanted - texts.keys()):
        yield f"{name}: not in the file: {text.source!r}"
    for text in sorted(texts.keys() - wanted):
        yield f"{name}: not in the sources: {text.source!r}"
    for text, forms in sorted(texts.items()):
        for form in forms:
            if not form:
                yield f"{name}: not translated: {text.source!r}"
            # The singular may say "one", or "once".
            elif marks(form) != marks(text.source) and not (text.plural and marks(form) == marks(text.source.replace("%Ln", "1"))):
                yield f"{name}: placeholders, line breaks, blanks at the ends or mnemonics differ: {text.source!r}: {form!r}"


def main():
    all_texts = in_sources()
    found = []
    for language, wanted in (("de", all_texts), ("en", {text for text in all_texts if text.plural})):
        path = HERE / f"onceover_{language}.ts"
        texts = read(path) if path.exists() else {}
        if "--check" in sys.argv[1:]:
            found += problems(path.name, texts, wanted)
        else:
            write(path, language, {text: texts.get(text, [""] * (1 + text.plural)) for text in wanted})
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

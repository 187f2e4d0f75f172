#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the package oncectl installs is under Apache-2.0: LICENSE says so of each folder, and so do the packages' copyright files. Each source
file names the licence of its folder."""
import fnmatch
import re
import sys

from book import ROOT

APACHE, GPL = "Apache-2.0", "GPL-3.0-or-later"


def licence_of(path, folders):
    """As LICENSE has it: of the longest folder that it names."""
    return folders[max((folder for folder in folders if f"{path}/".startswith(folder)), key=len)]


def sources(folders):
    for top in sorted({folder.split("/")[0] for folder in folders}):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".sh", ".py", ".cmake", ".go", ".mjs", ".java") or path.name == "CMakeLists.txt":
                yield path


def problems():
    folders = dict(re.findall(r"^    (\S+/) +(Apache-2\.0|GPL-3\.0-or-later) ", (ROOT / "LICENSE").read_text(), re.M))
    for folder in folders:
        if not (ROOT / folder).is_dir():
            yield f"LICENSE: there is no folder {folder}"
    for path in sources(folders):
        named = re.search(r"SPDX-License-Identifier: (\S+)", "".join(path.open(errors="replace").readlines(400)))
        place = path.relative_to(ROOT).as_posix()
        if not named or named[1] != licence_of(place, folders):
            yield f"{place}: one of its first lines must be \"SPDX-License-Identifier: {licence_of(place, folders)}\""
    installed = re.findall(r"\$\{ROOT\}/([\w./-]+)", (ROOT / "packaging" / "documents.cmake").read_text())
    for path in [*installed, "app/oncectl", "app/try", "core", "packaging/man"]:
        if licence_of(path.rstrip("/"), folders) != APACHE:
            yield f"{path} is in the package oncectl, but LICENSE names {licence_of(path.rstrip('/'), folders)}"
    console = (ROOT / "packaging" / "deb" / "onceover" / "copyright").read_text()
    patterns = re.search(r"^Files: (.*)\nCopyright: .*\nLicense: GPL-3\.0\+$", console, re.M)[1].split()
    for folder, licence in folders.items():
        is_gpl = any(fnmatch.fnmatch(folder, pattern) for pattern in patterns)
        if is_gpl != (licence == GPL):
            yield f"{folder}: LICENSE names {licence}, packaging/deb/onceover/copyright the other"
    if "GPL" in re.sub(r"^Comment:.*(?:\n .*)*", "", (ROOT / "packaging" / "deb" / "oncectl" / "copyright").read_text(), flags=re.M):
        yield "packaging/deb/oncectl/copyright names the GPL"


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found) or "the licences agree")
    sys.exit(1 if found else 0)

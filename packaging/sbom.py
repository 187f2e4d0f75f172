#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the bill of materials of packages as SPDX 2.3 in JSON: python3 packaging/sbom.py DIR [FILE]

DIR has the packages (.deb, .rpm, .tar.xz). FILE is the result; without it DIR/onceover_VERSION.spdx.json. It lists each package with its
checksum, each file in it, and each Debian package whose library a program links, a header was compiled in from, or an archive brings. Names
and versions are from dpkg on this machine, so run it where the packages were built; licences are from Debian's copyright files, where
those can be read by a machine. The same packages on the same system give the same file.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Nothing links them: their headers are part of the programs (packaging/deb/*/copyright).
HEADERS_ONLY = {
    "oncectl": ["libcli11-dev", "libexpected-dev", "nlohmann-json3-dev"],
    "onceover": ["libcli11-dev", "libexpected-dev", "nlohmann-json3-dev"],
    "library": ["libexpected-dev", "nlohmann-json3-dev"],
}
LICENCES = {"oncectl": "Apache-2.0", "onceover": "GPL-3.0-or-later", "library": "Apache-2.0"}
# Debian's short names that differ from SPDX's. Any other name that is not in SAME stays Debian's word, in a comment.
SPDX = {
    "Expat": "MIT", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "BSD-4-clause": "BSD-4-Clause", "zlib": "Zlib",
    "GPL-2": "GPL-2.0-only", "GPL-2+": "GPL-2.0-or-later", "GPL-3": "GPL-3.0-only", "GPL-3+": "GPL-3.0-or-later",
    "LGPL-2": "LGPL-2.0-only", "LGPL-2+": "LGPL-2.0-or-later", "LGPL-2.1": "LGPL-2.1-only", "LGPL-2.1+": "LGPL-2.1-or-later",
    "LGPL-3": "LGPL-3.0-only", "LGPL-3+": "LGPL-3.0-or-later", "GPL-2.0+": "GPL-2.0-or-later", "GPL-3.0+": "GPL-3.0-or-later",
}
SAME = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "FSFULLR", "MIT", "ISC", "CC0-1.0", "PostgreSQL", "BSL-1.0", "curl", "X11", "FSFAP", "Unicode-DFS-2016"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def checksums(path):
    data = Path(path).read_bytes()
    return [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]


def spdx_id(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts))


def expression(name):
    """The SPDX expression of Debian's "Expat or Apache-2.0"; None if a part of it is unknown."""
    parts = re.split(r" (or|and) ", name)
    words = [part.upper() if part in ("or", "and") else SPDX.get(part, part if part in SAME else None) for part in parts]
    if None in words:
        return None
    return words[0] if len(words) == 1 else "(" + " ".join(words) + ")"


def licence(package):
    """(SPDX expression or NOASSERTION, comment) of a Debian package."""
    try:
        text = Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
    except OSError:
        return "NOASSERTION", "The package has no copyright file on this machine."
    if not text.startswith("Format:"):
        return "NOASSERTION", "Its copyright file is not in Debian's machine-readable format."
    names = set()
    for paragraph in re.split(r"\n\s*\n", text):
        found = re.search(r"^License:[ \t]*(.+)$", paragraph, re.M)
        # debian/* is the packaging, which no program contains.
        if found and re.search(r"^Files:", paragraph, re.M) and not re.search(r"^Files:\s*debian/\*\s*$", paragraph, re.M):
            names.add(found.group(1).strip())
    known = {expression(name) for name in names}
    comment = "Debian's names: " + "; ".join(sorted(names))
    if not names or None in known:
        return "NOASSERTION", comment
    return " AND ".join(sorted(known)), comment


def unpack(artifact, into):
    if artifact.suffix == ".deb":
        run("dpkg-deb", "-x", str(artifact), into)
    elif artifact.suffix == ".rpm":
        payload = subprocess.run(["rpm2cpio", str(artifact)], check=True, capture_output=True).stdout
        subprocess.run(["cpio", "-idm", "--quiet"], input=payload, check=True, cwd=into)
    else:
        run("tar", "-xf", str(artifact), "-C", into)


def needed(path):
    """The sonames that an ELF file links; none of any other file."""
    with open(path, "rb") as file:
        if file.read(4) != b"\x7fELF":
            return []
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", str(path)))


class Libraries:
    """From a soname to the Debian package that has it on this machine."""

    def __init__(self):
        multiarch = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        self.folders = [f"/lib/{multiarch}", f"/usr/lib/{multiarch}", "/lib64"]
        self.known = {}

    def package(self, soname):
        if soname not in self.known:
            # /lib is a link to /usr/lib, and dpkg knows a file under the name with which its package has it.
            listed = [line.split(": ")[0].split(",")[0].split(":")[0]
                      for folder in self.folders for path in (f"{folder}/{soname}", f"/usr{folder}/{soname}")
                      for line in subprocess.run(["dpkg", "-S", path], capture_output=True, text=True).stdout.splitlines()]
            self.known[soname] = listed[0] if listed else None
        return self.known[soname]


def kind_of(name):
    if re.search(r"-dev|-devel", name):
        return "library"
    return "oncectl" if name.startswith("oncectl") else "onceover"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: sbom.py DIR [FILE]")
    folder = Path(sys.argv[1]).resolve()
    artifacts = sorted(path for suffix in ("*.deb", "*.rpm", "*.tar.xz") for path in folder.glob(suffix))
    if not artifacts:
        sys.exit(f"sbom.py: {folder} has no packages, so no bill of materials was written. Build them: sh packaging/dist.sh")
    root = Path(__file__).resolve().parent.parent
    version = re.search(r"\((.+?)-", (root / "packaging/deb/changelog").read_text()).group(1)
    epoch = run("sh", str(root / "packaging/source_date.sh")).strip()
    libraries, packages, files, relationships, used = Libraries(), [], [], [], {}

    def relate(one, how, other):
        relation = {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
        if relation not in relationships:
            relationships.append(relation)

    def use(package):
        if package not in used:
            its_version = run("dpkg-query", "-W", "-f", "${Version}\n", package).splitlines()[0]
            source = run("dpkg-query", "-W", "-f", "${source:Package}\n", package).splitlines()[0]
            declared, comment = licence(package)
            used[package] = spdx_id("Debian", package)
            packages.append({
                "SPDXID": used[package], "name": package, "versionInfo": its_version, "supplier": "Organization: Debian",
                "downloadLocation": f"https://packages.debian.org/source/{source}", "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION", "licenseDeclared": declared, "licenseComments": comment, "copyrightText": "NOASSERTION",
                "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                  "referenceLocator": f"pkg:deb/debian/{package}@{its_version}"}]})
        return used[package]

    for artifact in artifacts:
        kind = kind_of(artifact.name)
        ours = spdx_id("Package", artifact.name)
        relate("SPDXRef-DOCUMENT", "DESCRIBES", ours)
        digests, all_needed, brought = [], set(), set()
        with tempfile.TemporaryDirectory() as work:
            unpack(artifact, work)
            for path in sorted(Path(work).rglob("*")):
                if path.is_symlink() or not path.is_file():
                    continue
                name = "./" + str(path.relative_to(work))
                sums = checksums(path)
                digests.append(sums[0]["checksumValue"])
                links = needed(path)
                all_needed.update(links)
                # The archive's own list of Debian's files in it (archive.sh): file, package, version, ….
                if name.endswith("/share/doc/onceover/libraries/files.tsv"):
                    brought.update(line.split("\t")[1] for line in path.read_text().splitlines())
                files.append({
                    "SPDXID": spdx_id("File", artifact.name, name, sums[0]["checksumValue"][:12]), "fileName": name, "checksums": sums,
                    "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
                    **({"fileTypes": ["BINARY"]} if links or path.suffix == ".a" else {})})
                relate(ours, "CONTAINS", files[-1]["SPDXID"])
        packages.append({
            "SPDXID": ours, "name": re.split(r"[_-]\d", artifact.name)[0], "versionInfo": version, "packageFileName": artifact.name,
            "supplier": "Organization: The Onceover contributors", "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
            # SPDX 2.3, 7.9: the SHA-1 of the sorted SHA-1s of all files.
            "packageVerificationCode": {"packageVerificationCodeValue": hashlib.sha1("".join(sorted(digests)).encode()).hexdigest()},
            "licenseConcluded": LICENCES[kind], "licenseDeclared": LICENCES[kind], "licenseInfoFromFiles": ["NOASSERTION"],
            "copyrightText": "2026 The Onceover contributors", "checksums": checksums(artifact)})
        for soname in sorted(all_needed):
            package = libraries.package(soname)
            if not package:
                sys.exit(f"sbom.py: no installed Debian package has {soname}, which {artifact.name} links. No bill of materials was "
                         "written. Run it on the machine that built the packages.")
            relate(ours, "CONTAINS" if package in brought else "DYNAMIC_LINK", use(package))
        for package in sorted(brought):
            relate(ours, "CONTAINS", use(package))
        for package in HEADERS_ONLY[kind]:
            relate(ours, "STATIC_LINK", use(package))

    seed = hashlib.sha256("".join(c["checksumValue"] for p in packages for c in p.get("checksums", [])).encode()).hexdigest()
    result = Path(sys.argv[2]) if len(sys.argv) == 3 else folder / f"onceover_{version}.spdx.json"
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"onceover-{version}",
        "documentNamespace": f"https://onceover.example/spdx/onceover-{version}-{seed}",
        "creationInfo": {"created": run("date", "-u", "-d", f"@{epoch}", "+%Y-%m-%dT%H:%M:%SZ").strip(),
                         "creators": ["Organization: The Onceover contributors", "Tool: onceover-packaging-sbom"]},
        "packages": sorted(packages, key=lambda package: package["SPDXID"]),
        "files": sorted(files, key=lambda file: file["SPDXID"]), "relationships": relationships}
    written = result.with_name(result.name + ".part")
    written.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    os.replace(written, result)
    print(result)


main()

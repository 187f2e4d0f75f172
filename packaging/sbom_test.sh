#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the bill of materials of the packages in DIR: sh packaging/sbom_test.sh [DIR]   without DIR, dist
# It is written twice and must be the same; every file's checksum is compared with the packages; every reference must have an end. With
# SPDX_SCHEMA=FILE (schemas/spdx-schema.json of github.com/spdx/spdx-spec, version 2.3) it is also checked against that schema, by
# python3-jsonschema. From npm, `npx ajv-cli validate --spec=draft2019` does the same. Neither is part of this tree.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
dir=${1:-$root/dist}
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-sbom.XXXXXX")
trap 'rm -rf "$work"' EXIT
die() { printf '%s\n' "sbom_test.sh: FAILED: $*" >&2; exit 1; }

python3 "$root/packaging/sbom.py" "$dir" "$work/a.json" >/dev/null
python3 "$root/packaging/sbom.py" "$dir" "$work/b.json" >/dev/null
cmp "$work/a.json" "$work/b.json" || die "two runs differ"
python3 - "$work/a.json" "$dir" "${SPDX_SCHEMA:-}" <<'PYTHON'
import hashlib, json, re, subprocess, sys
from pathlib import Path

document, folder, schema = json.load(open(sys.argv[1])), Path(sys.argv[2]), sys.argv[3]
assert (document["spdxVersion"], document["dataLicense"], document["SPDXID"]) == ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT")
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"])
items = document["packages"] + document["files"]
ids = [item["SPDXID"] for item in items] + ["SPDXRef-DOCUMENT"]
assert len(set(ids)) == len(ids), "an SPDXID is used twice"
assert all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one) for one in ids)
pointed = set()
for relation in document["relationships"]:
    assert relation["spdxElementId"] in ids and relation["relatedSpdxElement"] in ids, relation
    pointed.add(relation["relatedSpdxElement"])
assert pointed == set(ids) - {"SPDXRef-DOCUMENT"}, "an element has no relationship"

sha256 = lambda item: next(one["checksumValue"] for one in item["checksums"] if one["algorithm"] == "SHA256")
ours = {package["packageFileName"]: package for package in document["packages"] if "packageFileName" in package}
assert {path.name for suffix in ("*.deb", "*.rpm", "*.tar.xz") for path in folder.glob(suffix)} == set(ours)
for name, package in ours.items():
    assert sha256(package) == hashlib.sha256((folder / name).read_bytes()).hexdigest(), name
# The programs as they are in the Debian packages, and the libraries that they name.
for name, program in (("oncectl", "usr/bin/oncectl"), ("onceover", "usr/bin/onceover")):
    deb, = folder.glob(name + "_*.deb")
    archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], check=True, capture_output=True).stdout
    data = subprocess.run(["tar", "-xO", "./" + program], input=archive, check=True, capture_output=True).stdout
    digest = hashlib.sha256(data).hexdigest()
    listed = {relation["relatedSpdxElement"] for relation in document["relationships"] if relation["spdxElementId"] == ours[deb.name]["SPDXID"]}
    assert any(file["SPDXID"] in listed and sha256(file) == digest for file in document["files"]), program
    depends = subprocess.run(["dpkg-deb", "-f", deb, "Depends"], check=True, capture_output=True, text=True).stdout
    linked = {package["name"] for package in document["packages"] if package["SPDXID"] in listed}
    for one in ("libc6", "libpq5", "librdkafka1", "libcurl4"):
        assert re.search(rf"\b{one}\b", depends) and one in linked, (name, one)
if schema:
    import jsonschema
    jsonschema.Draft201909Validator(json.load(open(schema))).validate(document)
print(f"{len(ours)} packages, {len(document['packages']) - len(ours)} of Debian, {len(document['files'])} files"
      + (", valid by the schema" if schema else ", not checked against the schema (SPDX_SCHEMA)"))
PYTHON

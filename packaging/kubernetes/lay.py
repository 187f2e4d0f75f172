# SPDX-License-Identifier: Apache-2.0
"""Lays the example as Kubernetes would, for packaging/image_test.sh: lay.py EXAMPLE_DIR OUT_DIR

OUT_DIR gets config/ and secrets/ with the keys of the ConfigMap and the Secret, behind links as a kubelet lays them, and the words of the
commands, one a line: init.words of the init container, service.words of the service.
"""
import os
import pathlib
import sys

import yaml

example, out = (pathlib.Path(one) for one in sys.argv[1:])
documents = {}
for file in sorted(example.glob("*.yaml")):
    for document in yaml.safe_load_all(file.read_text()):
        documents[document["kind"]] = document


def lay(folder, data, mode, group):
    files = out / folder / "..2026_11_24"
    files.mkdir(parents=True)
    (out / folder / "..data").symlink_to(files.name)
    for name, text in data.items():
        file = files / name
        file.write_text(text)
        file.chmod(mode)
        os.chown(file, 0, group)
        (out / folder / name).symlink_to(f"..data/{name}")


pod = documents["Deployment"]["spec"]["template"]["spec"]
volumes = {one["name"]: one for one in pod["volumes"]}
lay("config", documents["ConfigMap"]["data"], 0o644, 0)
lay("secrets", documents["Secret"]["stringData"], volumes["secrets"]["secret"]["defaultMode"], pod["securityContext"]["fsGroup"])
(out / "init.words").write_text("\n".join(pod["initContainers"][0]["command"]) + "\n")
(out / "service.words").write_text("\n".join(pod["containers"][0]["args"]) + "\n")

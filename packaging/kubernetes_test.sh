#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks resources/examples/kubernetes against Kubernetes' schemas, and that the check finds faults: sh packaging/kubernetes_test.sh [DIR]
# DIR keeps the npm packages of packaging/kubernetes/package.json (kubernetes-models, yaml); without it, build/kubernetes. Needs node and
# npm. Exit: 0 all well; 1 a fault; 77 the packages cannot be installed here.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
say() { printf '%s\n' "kubernetes_test.sh: $*"; }
packages=${1:-build/kubernetes}
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-kubernetes.XXXXXX")
trap 'rm -rf "$work"' EXIT

sh tests/support/node_packages.sh packaging/kubernetes/package.json "$packages"
check() { node packaging/kubernetes/check.mjs "$packages" "$@"; }
check resources/examples/kubernetes/*.yaml

# finds WORDS FILE SED: the changed example is refused, with these words.
finds() {
  rm -rf "$work/changed"
  cp -R resources/examples/kubernetes "$work/changed"
  sed -i "$3" "$work/changed/$2"
  if cmp -s "$work/changed/$2" "resources/examples/kubernetes/$2"; then say "FAILED: '$3' changes nothing in $2"; exit 1; fi
  if check "$work"/changed/*.yaml >"$work/said"; then say "FAILED: not found: $1"; exit 1; fi
  if ! grep -q "$1" "$work/said"; then say "FAILED: expected '$1', got:"; cat "$work/said"; exit 1; fi
}
finds 'livenesProbe is unknown' deployment.yaml 's/livenessProbe/livenesProbe/'
finds 'containerPort must be integer' deployment.yaml 's/containerPort: 9464/containerPort: "status"/'
finds 'must have required property selector' deployment.yaml '/^  selector:/,/^  template:/{/^  template:/!d}'
finds 'has no Deploiment' deployment.yaml 's/kind: Deployment/kind: Deploiment/'
finds 'there is no apps/v7' deployment.yaml 's|apps/v1|apps/v7|'
finds 'no ConfigMap onceover' configmap.yaml 's/name: onceover$/name: other/'
finds 'names /secrets/pgpass, which does not exist' secret.yaml 's/pgpass:/password:/'
finds 'which is no volume' deployment.yaml 's/^        - name: run$/        - name: elsewhere/'
finds 'asks health, which is no port' deployment.yaml 's/port: status/port: health/'
finds 'may be root' deployment.yaml 's/runAsNonRoot: true/runAsNonRoot: false/'
finds 'stringData' secret.yaml 's/pgpass: .*/pgpass: 5/'
say "all faults found"

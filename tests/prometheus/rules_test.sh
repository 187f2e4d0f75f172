#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The alert rules by Prometheus' own promtool: are they sound, which of them fire, and for how long (rules_test.yml). Each alert must fire in
# one of the scenarios. promtool: $ONCEOVER_PROMTOOL, or in the PATH; without it exit code 77, which CTest reports as skipped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rules=$here/../../packaging/prometheus/onceover.rules.yml

untested=$(sed -n 's/^ *- alert: //p' "$rules" | while read -r alert; do
  grep -Eq "^ +(exp_samples: \[|- )\{labels: '\{alertname=\"$alert\"" "$here/rules_test.yml" || echo "$alert"
done)
if [ -n "$untested" ]; then
  echo "alert rules that fire in no scenario of rules_test.yml:" $untested
  exit 1
fi

promtool=${ONCEOVER_PROMTOOL:-promtool}
if ! command -v "$promtool" >/dev/null; then
  echo "skipped: $promtool was not found, so the alert rules were not run. Install Debian's prometheus, or set ONCEOVER_PROMTOOL."
  exit 77
fi
"$promtool" check rules "$rules"
"$promtool" test rules "$here/rules_test.yml"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Trials against programs of others: sh tests/world/run.sh [part...]. README.md says how a part is added.
# Exit: 0 nothing differs; 1 something does; 2 usage.
set -u
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cd "$root" || exit 2
[ -n "${ONCEOVER_WORLD:-}" ] || { echo 'run.sh: set ONCEOVER_WORLD to a folder outside the repository; what is fetched goes there' >&2; exit 2; }
mkdir -p "$ONCEOVER_WORLD" && ONCEOVER_WORLD=$(CDPATH='' cd -- "$ONCEOVER_WORLD" && pwd) || exit 2
case $ONCEOVER_WORLD/ in "$root"/*) echo 'run.sh: ONCEOVER_WORLD is inside the repository' >&2; exit 2 ;; esac
export ONCEOVER_WORLD
if [ $# -eq 0 ]; then
  for each in tests/world/*/run.sh; do set -- "$@" "$(basename "$(dirname "$each")")"; done
fi
for part; do [ -f "tests/world/$part/run.sh" ] || { echo "run.sh: there is no part $part" >&2; exit 2; }; done

tab=$(printf '\t')
summary='' code=0
for part; do
  mkdir -p "$ONCEOVER_WORLD/$part"
  results=$ONCEOVER_WORLD/$part/results log=$ONCEOVER_WORLD/$part/log
  # Each part ends, in whatever way.
  ended=$(timeout -k 30 "${ONCEOVER_WORLD_SECONDS:-3600}" sh "tests/world/$part/run.sh" 2>"$log" |
    { tee "$results" >&2; }; echo done) || ended=''
  [ "$ended" = done ] && grep -q "^ended$tab" "$results" || printf 'differs\tthe part %s did not end\tsee %s\n' "$part" "$log" | tee -a "$results" >&2
  grep -qv "^ended$tab" "$results" || printf 'differs\tthe part %s tried something\tit did not\n' "$part" | tee -a "$results" >&2
  count() { grep -c "^$1$tab" "$results"; }
  held=$(count held) differs=$(count differs) not=$(count 'not available')
  [ "$differs" -eq 0 ] || code=1
  summary="$summary$(printf '%-12s %6d %6d %8d %14d' "$part" $((held + differs)) "$held" "$differs" "$not")
"
done
printf '\n%-12s %6s %6s %8s %14s\n%s' part tried held differs 'not available' "$summary"
exit "$code"

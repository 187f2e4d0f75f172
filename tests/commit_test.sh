#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which commit a build names: commit_test.sh commit.cmake. In a checkout, in a folder of another one, outside, and where it is given.
set -eu
script=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-commit.XXXXXX")
trap 'rm -rf "$work"' EXIT
unset ONCEOVER_COMMIT
GIT_CEILING_DIRECTORIES=$work
export GIT_CEILING_DIRECTORIES

# names COMMIT FOLDER [option…]
names() {
  wanted=$1
  from=$2
  shift 2
  cmake "-DSOURCE=$from" "-DOUT=$work/commit.cpp" "$@" -P "$script"
  grep -qF "commit = \"$wanted\";" "$work/commit.cpp" || {
    printf 'commit_test.sh: from %s it names another commit than %s: %s\n' "$from" "$wanted" "$(grep 'commit =' "$work/commit.cpp")"
    exit 1
  }
}

mkdir "$work/checkout" "$work/checkout/folder" "$work/archive"
git -C "$work/checkout" init -q
git -C "$work/checkout" -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m one
head=$(git -C "$work/checkout" rev-parse HEAD)
names "$(printf '%.8s' "$head")" "$work/checkout" -DCOMMIT=
names unknown "$work/checkout/folder" -DCOMMIT=  # an archive that was unpacked in another project
names unknown "$work/archive" -DCOMMIT=
names 0123abcd "$work/archive" -DCOMMIT=0123abcdef
ONCEOVER_COMMIT=89abcdef01 names 89abcdef "$work/archive" -DCOMMIT=
if ONCEOVER_COMMIT='v1"' cmake "-DSOURCE=$work/archive" "-DOUT=$work/other.cpp" -DCOMMIT= -P "$script" 2>/dev/null; then
  echo 'commit_test.sh: what is no commit was taken'
  exit 1
fi

# Nothing is compiled again as long as the commit is the same.
names 0123abcd "$work/archive" -DCOMMIT=0123abcd
touch -d 2020-01-01 "$work/commit.cpp"
names 0123abcd "$work/archive" -DCOMMIT=0123abcd
[ "$(date -r "$work/commit.cpp" +%Y)" = 2020 ] || {
  echo 'commit_test.sh: the file is written though nothing has changed'
  exit 1
}

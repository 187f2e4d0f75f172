#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs libonceover-dev in a clean Debian, builds the example there with CMake and with pkg-config, and runs it against a private store.
# Run as root: sh packaging/library_test.sh CHROOT   (box.sh)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/box.sh"

say "--- only the library and a compiler"
apt install g++ # CMake comes later: the package must not need it
install_deb libonceover-dev
in_box dpkg --verify libonceover-dev
cp -r "$box/usr/share/doc/libonceover-dev/examples" "$box/home/tester/example"
in_box chown -R tester: /home/tester/example

say "--- each header by itself"
# A header that needs one which is not installed, or a library that the package does not depend on, fails here.
must as_user '
  cd
  find /usr/include/onceover -name "*.h" | sed "s,/usr/include/onceover/,," >headers.txt
  [ "$(wc -l <headers.txt)" -gt 50 ]
  while read -r header; do
    echo "#include \"$header\"" | c++ -std=c++20 -fsyntax-only -Wall -Wextra -Werror $(pkg-config --cflags onceover) -x c++ - || { echo "$header"; exit 1; }
  done <headers.txt
'

say "--- the example, by pkg-config and by CMake"
must as_user 'cd ~/example && c++ -std=c++20 refund.cpp $(pkg-config --cflags --libs onceover) -o ~/by-pkg-config'
apt install cmake make
must as_user 'cd && cmake -S example -B by-cmake && cmake --build by-cmake'
# A component that does not exist is refused, by its name.
as_user 'cd && sed "s/COMPONENTS schema/COMPONENTS shema/" example/CMakeLists.txt >CMakeLists.txt && cmake -S . -B wrong' >"$layer/said" 2>&1 && die "a wrong component was found"
must grep -q shema "$layer/said"

say "--- its run"
apt install postgresql
install_deb oncectl
must as_user '
  cd
  oncectl --json try --serve --history 100 >store.json 2>store.log &
  store=$!
  trap "kill $store; wait $store || :" EXIT
  for i in $(seq 240); do [ -s store.json ] && break; sleep 0.5; done
  dsn=$(sed -n "s/.*\"dsn\":\"\([^\"]*\)\".*/\1/p" store.json)
  for program in ./by-pkg-config by-cmake/refund; do
    $program "$dsn" | tee said.txt
    grep -qx "replayed 201" said.txt
    grep -qx "received: duplicate" said.txt
  done
  # Without a store: an error in words, and no crash.
  if by-cmake/refund "host=/nowhere" 2>said.txt; then exit 1; fi
  cat said.txt
  grep -q "^refund: " said.txt
'

say "--- removed"
apt purge libonceover-dev
stayed=$(in_box find /usr /etc -xdev -path '*onceover*' -not -path '*oncectl*' -not -path /etc/onceover -not -path '/etc/onceover/*' -print)
[ -z "$stayed" ] || die "a purge leaves these files: $stayed"
say "compiled, run, removed: all well"

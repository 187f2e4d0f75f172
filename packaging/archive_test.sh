#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the archive of dist/ (sh packaging/archive.sh dist) as an ordinary user in a clean Debian without Qt, starts both programs,
# removes them, and looks for remaining files. Run as root: sh packaging/archive_test.sh CHROOT   with the directory of a minimal Debian,
# or of none yet (box.sh). This machine lends it a screen (xvfb, xdotool): nothing but PostgreSQL is installed there.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/box.sh"

for file in "$root"/dist/onceover-*-linux-*.tar.xz "$root"/dist/onceover-*-linux-*.run; do
  [ -f "$file" ] || die "there is no archive in dist: sh packaging/archive.sh dist"
  must [ "$(stat -c %s "$file")" -lt 40000000 ]
  cp "$file" "$box/tmp/dist/"
  say "$(basename "$file"): $(stat -c %s "$file") bytes"
done
packed=$(echo "$root"/dist/onceover-*-linux-*.tar.xz)
name=$(basename "$packed" .tar.xz)
home=$box/home/tester
bundle=/home/tester/$name
tar -C "$home" --no-same-owner -xf "$packed"
in_box chown -R tester:tester "$bundle"
contents() { (cd "$home" && find . -path "./$name" -prune -o -path ./.cache -prune -o -print | LC_ALL=C sort); }
contents >"$layer/before"
at_home() { as_user "cd; $1"; }
# refuses WORDS SCRIPT: the script fails, with these words.
refuses() {
  if at_home "$2" >"$layer/said" 2>&1; then die "this works: $2"; fi
  must grep -q "$1" "$layer/said"
  cat "$layer/said"
}

say "--- the C library is too old, or another one"
at_home 'mkdir ~/fake && printf "#!/bin/sh\necho glibc 2.31\n" >~/fake/getconf && chmod 755 ~/fake/getconf'
for one in bin/oncectl bin/onceover install; do refuses 'glibc 2.31, and this program needs 2.36' "PATH=\$HOME/fake:\$PATH $bundle/$one"; done
refuses 'glibc 2.31, and this program needs 2.36' "PATH=\$HOME/fake:\$PATH sh /tmp/dist/$name.run"
at_home 'printf "#!/bin/sh\necho glibc 2.40\n" >~/fake/getconf'
must at_home "PATH=\$HOME/fake:\$PATH $bundle/bin/oncectl --version"
at_home 'printf "#!/bin/sh\nexit 1\n" >~/fake/getconf'
refuses 'no GNU C library' "PATH=\$HOME/fake:\$PATH $bundle/bin/oncectl --version"
at_home 'rm -r ~/fake'
contents | diff "$layer/before" - || die "a refused installation leaves files"

say "--- a file of someone else is not replaced"
at_home 'mkdir -p ~/.local/bin && echo mine >~/.local/bin/oncectl'
refuses 'oncectl exists and is not part' "$bundle/install"
must [ "$(cat "$home/.local/bin/oncectl")" = mine ]
at_home 'rm -r ~/.local'

say "--- installed"
must at_home "$bundle/install"
must at_home "rm -r $bundle" # the installation needs nothing of it
# What of glibc a program loads is the system's, all else is the archive's, even where LD_LIBRARY_PATH names others.
for program in oncectl onceover; do
  at_home "mkdir -p other && : >other/libpq.so.5 && LD_LIBRARY_PATH=\$HOME/other LD_TRACE_LOADED_OBJECTS=1 .local/lib/onceover/libexec/$program" >"$layer/loaded"
  must grep -q libpq "$layer/loaded"
  if grep -vE '/home/tester/.local/lib/onceover/|(libc|libm|libresolv)\.so\.6? |libresolv|ld-linux|linux-vdso' "$layer/loaded"; then die "$program loads these from elsewhere"; fi
done
at_home 'rm -r other'
must at_home '.local/bin/oncectl --version && .local/bin/onceover --version'
code=0
at_home '.local/bin/oncectl check' >"$layer/said" || code=$?
cat "$layer/said"
must [ "$code" -eq 3 ] # there is no store
must grep -q 'UNKNOWN' "$layer/said"
must desktop-file-validate "$home/.local/share/applications/onceover.desktop"
must grep -q '^Exec="/home/tester/.local/bin/onceover" %u' "$home/.local/share/applications/onceover.desktop"
for file in man/man1/oncectl.1.gz man/man1/onceover.1.gz icons/hicolor/48x48/apps/onceover.png bash-completion/completions/oncectl \
  zsh/vendor-completions/_oncectl fish/vendor_completions.d/oncectl.fish; do
  must at_home "test -s .local/share/$file"
done

say "--- without PostgreSQL's server"
refuses 'install the package postgresql' '.local/bin/oncectl try'
refuses 'install the package postgresql' 'mkdir -m 700 -p run && XDG_RUNTIME_DIR=$HOME/run .local/bin/onceover --try --screenshots none'
at_home 'rm -rf none'

say "--- a gateway over HTTPS, without certificate authorities, then with them where other systems have them"
must [ ! -e "$box/etc/ssl/certs/ca-certificates.crt" ]
mkdir "$layer/gateway"
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$layer/key.pem" -out "$layer/certificate.pem" -subj /CN=gateway \
  -addext subjectAltName=IP:127.0.0.1 -days 2 2>/dev/null
printf 'HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"status":"captured","idempotency_key":"K1"}' >"$layer/gateway/K1"
mkfifo "$layer/port"
(cd "$layer/gateway" && exec openssl s_server -accept 127.0.0.1:0 -cert ../certificate.pem -key ../key.pem -HTTP) >"$layer/port" 2>/dev/null &
server=$!
port=$(sed -n '/^ACCEPT/{s/.*://p;q}' "$layer/port")
sed -e "s|http://127.0.0.1:8081|https://127.0.0.1:$port|" -e 's|/effects/{key}|/{key}|' "$root/resources/gateways/lookup-by-key.toml" >"$box/tmp/gateway.toml"
ask=".local/bin/oncectl gateway test --gateway /tmp/gateway.toml --key K1 --as-sent --operation 'POST /refunds'"
code=0
at_home "$ask" >"$layer/said" || code=$?
must [ "$code" -eq 6 ]
must grep 'install the package ca-certificates' "$layer/said"
mkdir -p "$box/etc/pki/tls/certs"
cp "$layer/certificate.pem" "$box/etc/pki/tls/certs/ca-bundle.crt"
at_home "$ask" >"$layer/said" || die "the gateway is not trusted: $(cat "$layer/said")"
must grep 'HTTP 200' "$layer/said"
kill "$server"
wait "$server" || :
rm "$box/tmp/gateway.toml"

say "--- a window on a screen; this system has neither fonts nor keyboard tables"
for file in etc/fonts usr/share/fonts usr/share/X11; do must [ ! -e "$box/$file" ]; done
mkfifo "$layer/display"
Xvfb -displayfd 3 -ac -nolisten tcp -screen 0 1400x900x24 3>"$layer/display" 2>/dev/null &
screen=$!
read -r display <"$layer/display"
chroot "$box" env -i PATH=/usr/bin:/bin HOME=/home/tester LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=/home/tester/run DISPLAY=":$display" QT_QPA_PLATFORM=xcb \
  setpriv --reuid=tester --regid=tester --init-groups /home/tester/.local/bin/onceover </dev/null >"$layer/said" 2>&1 &
console=$!
DISPLAY=:$display timeout 60 xdotool search --sync --onlyvisible --class onceover >"$layer/windows" || { cat "$layer/said"; die "there is no window"; }
DISPLAY=:$display xdotool getwindowname "$(head -n 1 "$layer/windows")"
for one in SSL_CERT_FILE=/etc/pki/tls/certs/ca-bundle.crt FONTCONFIG_FILE= XKB_CONFIG_ROOT=; do
  tr '\0' '\n' <"$box/proc/$console/environ" | grep "^$one" || die "the console has no $one"
done
# Every plugin that it has loaded is the archive's.
must grep -q '/lib/onceover/lib/plugins/platforms/libqxcb.so' "$box/proc/$console/maps"
must grep -q '/lib/onceover/lib/plugins/sqldrivers/libqsqlite.so' "$box/proc/$console/maps"
must grep -q '/lib/onceover/share/fonts/dejavu/DejaVuSans.ttf' "$box/proc/$console/maps"
kill "$console"
wait "$console" || :
kill "$screen"
wait "$screen" || :
grep -v 'propagateSizeHints' "$layer/said" || :
rm -r "$box/etc/pki"

say "--- a private store"
apt install postgresql
must at_home '.local/bin/oncectl try --history 1000 | tail -n 3'
must at_home 'XDG_RUNTIME_DIR=$HOME/run QT_LOGGING_RULES=qt.qpa.*=false .local/bin/onceover --try --screenshots pictures 2>&1 | grep -v propagateSizeHints'
must [ "$(find "$home/pictures" -name '*.png' -size +8k | wc -l)" -ge 10 ]
at_home 'rm -r pictures run'

say "--- updated by the file that unpacks itself, and removed"
at_home 'echo old >.local/lib/onceover/README'
must at_home "sh /tmp/dist/$name.run --quiet"
must at_home '! grep -x old .local/lib/onceover/README && .local/bin/oncectl --version'
must at_home '.local/lib/onceover/uninstall'
# Data of this person remains, as promised.
must [ -s "$home/.local/share/onceover/workspace.sqlite" ]
at_home 'rm -rf .local/share/onceover .local/state/onceover .config/onceover; find .local .config -depth -type d -empty -delete 2>/dev/null || :'
contents | diff "$layer/before" - || die "these files remain"

say "--- in a directory whose name has a space"
must at_home "sh /tmp/dist/$name.run --quiet -- 'on call'"
must at_home '"on call/bin/oncectl" --version'
must desktop-file-validate "$home/on call/share/applications/onceover.desktop"
must at_home '"on call/lib/onceover/uninstall"'
contents | diff "$layer/before" - || die "these files remain"
must [ -z "$(find "$box/tmp" -mindepth 1 -maxdepth 1 ! -name dist ! -name 'runtime-*')" ]
say "unpacked, installed, started, updated, removed: all well"

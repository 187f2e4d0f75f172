#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the includes between rooms, and some rules that a compiler cannot check: layering.sh [root of the tree].
# Prints file:line and the rule's reason for each violation; exit 1: violations, 2: nothing to check.
# There is no allow-list and no marker for exceptions: if a rule is wrong, change the rule here.
set -u
root=${1:-$(dirname "$0")/..}
rooms=$(cd "$(dirname "$0")/../core" && pwd)/rooms.txt
cd "$root" || exit 2
[ -r "$rooms" ] || { echo "layering: $rooms is missing"; exit 2; }

find core ui app tests \( -name '*.h' -o -name '*.cpp' -o -name CMakeLists.txt \) -type f 2>/dev/null | LC_ALL=C sort |
LC_ALL=C awk -v rooms="$rooms" '
BEGIN {
  # A core room, and the rooms that it may include besides itself.
  while ((getline row < rooms) > 0) {
    if (row ~ /^#/) continue
    name = uses = row
    sub(/:.*/, "", name)
    sub(/^[^:]*: ?/, "", uses)
    may[name] = uses
  }
}

function refuse(reason) {
  print path ":" number ": " reason
  ++violations
}

# The line without // comments, its string literals replaced by S (a raw string up to the end of its line).
function plain(line,    out, i, c, in_string) {
  out = ""
  for (i = 1; i <= length(line); ++i) {
    c = substr(line, i, 1)
    if (in_string) {
      if (c == "\\") ++i
      else if (c == "\"") { in_string = 0; out = out "S" }
    } else if (c == "\"") in_string = 1
    else if (c == "\047" && substr(line, i + 2, 1) == "\047") { out = out "C"; i += 2 }
    else if (substr(line, i, 2) == "//") break
    else out = out c
  }
  return in_string ? out "S" : out
}

function in_list(word, list) { return index(" " list " ", " " word " ") > 0 }

function check_own_include(target,    to, parts) {
  split(target, parts, "/")
  to = parts[1]
  if (target ~ /\.moc$/) return
  if (to != "core" && to != "ui" && to != "app" && to != "tests") {
    refuse("\"" target "\": includes are written from the root of the tree, so that a reader knows the room")
    return
  }
  if (layer == "tests") return
  if (to == "tests") { refuse("the program includes nothing of tests"); return }
  if (layer == "core") {
    if (to != "core") { refuse("core includes only core: it must build and be tested without " to); return }
    if (path ~ /^core\/tables\/detect\// && (parts[2] == "pg" || parts[3] == "inspect")) refuse("core/tables/detect judges facts and reads no database")
    if (parts[2] == room) return
    if (!(room in may)) refuse("core/" room " has no line in core/rooms.txt: say what it may include")
    else if (parts[2] == "sweeper") refuse("nothing in core includes sweeper: it stands above all other rooms")
    else if (!in_list(parts[2], may[room])) refuse("core/" room " may not include core/" parts[2] ": imports point down (" (may[room] == "" ? "it stands on nothing" : "it may use " may[room]) ")")
    return
  }
  if (layer == "ui") {
    if (to == "app") { refuse("ui does not include app: app composes ui, not the other way round"); return }
    if (to == "core") {
      if (parts[2] == "sweeper") refuse("only app includes sweeper: a console asks for one run through the bridge of its composition root")
      return
    }
    if (parts[2] == room || room == "shell" || parts[2] == "bridge" || parts[2] == "widgets" || parts[2] == "workspace") return
    if (in_list(parts[2], "charts writes") && !in_list(room, "bridge widgets workspace charts writes")) return
    if (parts[2] == "shell") refuse("only shell knows pages, and no page knows shell: report by signal")
    else refuse("ui rooms do not include each other: ui/" room " may use bridge, workspace, widgets, core, and charts and writes where it is a page")
    return
  }
  if (layer == "app") {
    if (to == "ui" && room != "console") refuse("app/" room " runs without a screen: only app/console includes ui")
    if (to == "app" && parts[2] != room && parts[2] != "try" && parts[2] != "version") refuse("programs do not include each other; only app/try and app/version are shared")
  }
}

function check_system_include(target) {
  if (no_qt && (target ~ /^Q/ || target ~ /^qt/ || target ~ /^q[a-z_]*\.h$/)) refuse("<" target ">: core, oncectl and try link no Qt")
  if (target ~ /libpq/ && layer != "tests" && !(layer == "core" && room == "pg")) refuse("<" target ">: libpq stays inside core/pg, so that one room types its errors and bounds its waits")
  if (target ~ /^curl\// && !(layer == "core" && room == "web")) refuse("<" target ">: curl stays inside core/web, where redirects, sizes and times are bounded")
  if (target ~ /^(QtSql\/)?QSql/ && !(layer == "ui" && room == "workspace") && layer != "tests") refuse("<" target ">: Qt Sql is for the desktop'"'"'s own memory (ui/workspace); the store is read through core")
}

function check_include(line,    target) {
  target = line
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
  if (substr(target, 1, 1) == "\"") {
    target = substr(target, 2)
    check_own_include(substr(target, 1, index(target, "\"") - 1))
  } else if (substr(target, 1, 1) == "<") {
    target = substr(target, 2)
    check_system_include(substr(target, 1, index(target, ">") - 1))
  }
}

# One whole `new QLabel(…`, strings already S. A text that is not a literal may hold markup from the store.
function check_label(text,    argument) {
  argument = text
  if (!sub(/.*new QLabel[ \t]*[({]/, "", argument)) return
  gsub(/[ \t]+/, " ", argument)
  if (argument ~ /^ ?[)}]/) return
  if (argument ~ /^ ?(this|parent|nullptr) ?[)}]/) return
  if (argument ~ /^ ?S( S)* ?(, ?[A-Za-z_]+(\(\))?)? ?[)}]/) return
  if (argument ~ /^ ?(QObject::|QCoreApplication::|[A-Za-z]+::)?(tr|translate|QStringLiteral|QLatin1String|tr_) ?\( ?S( S)*( ?, ?S)* ?\) ?(, ?[A-Za-z_]+(\(\))?)? ?[)}]/) return
  refuse("new QLabel with a text that is no literal: QLabel guesses rich text; use the plain-text label of ui/widgets")
}

function check_screen(line, bare) {
  if (bare ~ /QMessageBox::(information|question|warning|critical|about)[ \t]*\(/) refuse("QMessageBox guesses rich text and nests an event loop; use the plain-text dialog of ui/widgets")
  if (bare ~ /processEvents[ \t]*\(/) refuse("processEvents re-enters slots; results come by signal")
  if (bare ~ /[^A-Za-z_](SIGNAL|SLOT)[ \t]*\(/) refuse("connect by pointer to member: the compiler then checks it")
  if (label_text != "") {
    label_text = label_text " " bare
    ++label_lines
  } else if (bare ~ /new QLabel[ \t]*[({]/) {
    label_text = bare
    label_lines = 1
    label_number = number
  }
  if (label_text != "" && (bare ~ /;/ || label_lines > 6)) {
    number_now = number
    number = label_number
    check_label(label_text)
    number = number_now
    label_text = ""
  }
}

function check_file(    line, bare, parts) {
  split(path, parts, "/")
  layer = parts[1]
  room = parts[2]
  number = 0
  label_text = ""
  no_qt = layer == "core" || (layer == "app" && (room == "oncectl" || room == "try"))
  screen = layer == "ui" || (layer == "app" && room == "console")
  no_sql = (layer == "ui" && room != "workspace") || (layer == "app" && room != "try")
  while ((getline line < path) > 0) {
    ++number
    if (path ~ /CMakeLists\.txt$/) {
      if (no_qt && line !~ /^[ \t]*#/ && line ~ /Qt[0-9]/) refuse("core, oncectl and try link no Qt")
      continue
    }
    if (line ~ /^[ \t]*#[ \t]*include/) { check_include(line); continue }
    if (no_sql && line ~ /"[ (]*(SELECT|UPDATE|INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE|CREATE (TABLE|INDEX|SCHEMA|ROLE|FUNCTION)|ALTER (TABLE|ROLE|SYSTEM)|DROP (TABLE|INDEX|SCHEMA)|GRANT|REVOKE) /)
      refuse("SQL text: statements live in core, where they are read and tested")
    if (screen) {
      bare = plain(line)
      check_screen(line, bare)
    }
  }
  close(path)
}

{
  path = $0
  check_file()
  ++files
}

END {
  if (files == 0) { print "layering: no sources found"; exit 2 }
  if (violations) { print "layering: " violations " violation" (violations > 1 ? "s" : "") " in " files " files"; exit 1 }
  print "layering: " files " files keep to it"
}'

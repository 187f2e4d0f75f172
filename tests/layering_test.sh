#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs layering.sh on a tree of violations: each must be reported at its line, and nothing else.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

expected="$tree/expected"
: > "$expected"

# put FILE LINE-OF-VIOLATION(or -) WORD-OF-THE-REASON, content from stdin
put() {
  mkdir -p "$tree/src/$(dirname "$1")"
  cat > "$tree/src/$1"
  [ "$2" = - ] || printf '%s:%s: %s\n' "$1" "$2" "$3" >> "$expected"
}

put core/base/good.h - - <<'X'
#include <queue>
#include <string>

#include "core/base/result.h"
X
put core/base/up.h 2 'may not include core/pg' <<'X'
#include <string>
#include "core/pg/connection.h"
X
put core/key/db.cpp 1 'may not include core/pg' <<'X'
#include "core/pg/connection.h"
X
put core/reconcile/loop.cpp 1 'includes sweeper' <<'X'
#include "core/sweeper/sweeper.h"
X
put core/newroom/thing.h 1 'has no line in core/rooms.txt' <<'X'
#include "core/base/result.h"
X
put core/engine/qt.h 1 'link no Qt' <<'X'
#include <QString>
X
put core/engine/qt2.h 1 'link no Qt' <<'X'
#include <QtCore/qglobal.h>
X
put core/engine/qt3.h 1 'link no Qt' <<'X'
#  include <qstring.h>
X
put core/CMakeLists.txt 2 'link no Qt' <<'X'
# no Qt6 here
target_link_libraries(onceover_key PRIVATE Qt6::Core)
X
put core/browse/pq.cpp 1 'inside core/pg' <<'X'
#include <libpq-fe.h>
X
put core/pg/pq.cpp - - <<'X'
#include <libpq-fe.h>
#include "core/pg/connection.h"
X
put core/audit/curl.cpp 1 'inside core/web' <<'X'
#include <curl/curl.h>
X
put core/web/curl.cpp - - <<'X'
#include <curl/curl.h>
#include "core/http/retry_after.h"
X
put core/http/relative.cpp 1 'root of the tree' <<'X'
#include "headers.h"
X
put core/retry/screen.cpp 1 'core includes only core' <<'X'
#include "ui/widgets/badge.h"
X
put core/retry/support.cpp 1 'nothing of tests' <<'X'
#include "tests/support/raw.h"
X
put ui/keys/page.cpp 4 'do not include each other' <<'X'
#include "core/browse/browse.h"
#include "ui/bridge/session.h"
#include "ui/keys/model.h"
#include "ui/leases/model.h"
#include "ui/widgets/badge.h"
#include "ui/workspace/workspace.h"
X
put ui/metrics/card.cpp - - <<'X'
#include "ui/charts/chart.h"
X
put ui/widgets/card.cpp 1 'charts and writes where it is a page' <<'X'
#include "ui/charts/chart.h"
X
put ui/stuck/rows.cpp - - <<'X'
#include "ui/writes/selection_bar.h"
X
put ui/widgets/bar.cpp 1 'charts and writes where it is a page' <<'X'
#include "ui/writes/selection_bar.h"
X
put ui/leases/page.cpp 1 'no page knows shell' <<'X'
#include "ui/shell/main_window.h"
X
put ui/shell/main_window.cpp - - <<'X'
#include "ui/keys/page.h"
#include "ui/leases/page.h"
#include "main_window.moc"
X
put ui/leases/app.cpp 1 'does not include app' <<'X'
#include "app/try/private_server.h"
X
put ui/reconcile/sweep.cpp 1 'only app includes sweeper' <<'X'
#include "core/sweeper/sweeper.h"
X
put ui/audit/sql.cpp 1 'SQL text' <<'X'
const char* text = "SELECT key FROM keys";
X
put ui/audit/raw_sql.cpp 1 'SQL text' <<'X'
const char* text = R"(UPDATE keys SET state = 1)";
X
put ui/health/qsql.cpp 1 'Qt Sql' <<'X'
#include <QSqlQuery>
X
put ui/workspace/sql.cpp - - <<'X'
#include <QSqlQuery>
const char* text = "SELECT name FROM views";
X
put app/oncectl/sql.cpp 1 'SQL text' <<'X'
auto text = "DELETE FROM keys";
X
put app/try/sql.cpp - - <<'X'
#include "core/sweeper/sweeper.h"
auto text = "SELECT 1";
X
put app/oncectl/screen.cpp 1 'only app/console includes ui' <<'X'
#include "ui/shell/main_window.h"
X
put app/console/main.cpp - - <<'X'
#include <QApplication>
#include "app/try/private_server.h"
#include "ui/shell/main_window.h"
X
put app/oncectl/other.cpp 1 'do not include each other' <<'X'
#include "app/console/main.h"
X
put ui/widgets/good_labels.cpp - - <<'X'
auto* a = new QLabel(tr("Key"), this);
auto* b = new QLabel("Key; (all)");
auto* c = new QLabel(this);
auto* d = new QLabel;
auto* e = new QLabel(
    tr("A long text "
       "in two literals"),
    parent);
auto* f = new QLabel(QStringLiteral("Key"));
// new QLabel(key) would be wrong, QMessageBox::warning(this) too
X
put ui/widgets/label.cpp 1 'new QLabel' <<'X'
auto* a = new QLabel(key, this);
X
put ui/widgets/label_arg.cpp 2 'new QLabel' <<'X'
int before;
auto* a = new QLabel(tr("Key %1").arg(key));
X
put ui/widgets/label_lines.cpp 1 'new QLabel' <<'X'
auto* a = new QLabel(
    QString::fromStdString(row.key),
    this);
X
put ui/widgets/label_braces.cpp 1 'new QLabel' <<'X'
auto* a = new QLabel{error.what()};
X
put ui/widgets/box.cpp 1 'QMessageBox' <<'X'
  QMessageBox::warning(this, tr("No"), message);
X
put app/console/box.cpp 1 'QMessageBox' <<'X'
  QMessageBox::critical(nullptr, "No", message);
X
put ui/metrics/events.cpp 1 'processEvents' <<'X'
  QCoreApplication::processEvents();
X
put ui/metrics/slots.cpp 1 'pointer to member' <<'X'
  connect(a, SIGNAL(done()), b, SLOT(go()));
X

found="$tree/found"
status=0
sh "$here/layering.sh" "$tree/src" > "$found" || status=$?
failed=0
[ "$status" = 1 ] || { echo "exit code $status instead of 1"; failed=1; }
while IFS= read -r line; do
  place=${line%%: *}
  reason=${line#*: }
  grep -F "$place: " "$found" | grep -qF -- "$reason" || { echo "not reported: $line"; failed=1; }
done < "$expected"
grep -v '^layering: ' "$found" | while IFS= read -r line; do
  grep -qF "${line%%: *}: " "$expected" || echo "reported without reason: $line"
done > "$tree/extra"
[ -s "$tree/extra" ] && { cat "$tree/extra"; failed=1; }

rm -rf "$tree/src"
put core/base/good.h - - <<'X'
#include "core/base/result.h"
X
sh "$here/layering.sh" "$tree/src" > /dev/null || { echo "a clean tree is refused"; failed=1; }
rm -rf "$tree/src/core"
status=0
sh "$here/layering.sh" "$tree/src" > /dev/null || status=$?
[ "$status" = 2 ] || { echo "an empty tree is taken for a clean one"; failed=1; }
[ "$failed" = 0 ] && echo "layering_test: every violation is found, and nothing else"
exit "$failed"

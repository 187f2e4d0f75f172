#include "ui/audit/trail_export.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

#include "core/base/text.h"
#include "core/base/time.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::audit {
namespace {

// As stored where it is UTF-8; else as a screen shows it.
QString exactly(const std::string& data) { return is_utf8(data) ? widgets::text(data) : widgets::shown(std::string_view(data)); }

struct Cell {
  const char* name;
  QString text;
  enum class Kind { text, number, json } kind = Kind::text;
};

std::vector<Cell> cellsOf(const Record& r) {
  const key::Identity id = r.id.value_or(key::Identity{});
  const auto fence = [](std::optional<std::int64_t> n) { return n ? QString::number(*n) : QString(); };
  return {{"number", QString::number(r.number), Cell::Kind::number},
          {"at", widgets::text(iso(r.at))},
          {"action", exactly(r.action)},
          {"actor", exactly(r.actor)},
          {"db_user", exactly(r.db_user)},
          {"host", exactly(r.host)},
          {"program", exactly(r.program)},
          {"tenant", exactly(id.tenant)},
          {"operation", exactly(id.operation)},
          {"key", exactly(id.key)},
          {"from_state", exactly(r.from_state)},
          {"to_state", exactly(r.to_state)},
          {"fence_before", fence(r.fence_before), Cell::Kind::number},
          {"fence_after", fence(r.fence_after), Cell::Kind::number},
          {"verdict", exactly(r.verdict)},
          {"reason", exactly(r.reason)},
          {"ticket", exactly(r.ticket)},
          {"correlation_id", exactly(r.correlation_id)},
          {"before", exactly(r.before_json), Cell::Kind::json},
          {"after", exactly(r.after_json), Cell::Kind::json},
          {"evidence", exactly(r.evidence_json), Cell::Kind::json}};
}

QByteArray jsonText(const QString& text) {
  const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
  return list.mid(1, list.size() - 2);
}

// Numbers and JSON go through as they are: a double would lose digits of them.
QByteArray jsonValue(const Cell& cell) {
  if (cell.text.isEmpty()) return "null";
  return cell.kind == Cell::Kind::text ? jsonText(cell.text) : cell.text.toUtf8();
}

}  // namespace

QByteArray trailCsv(const std::vector<Record>& records) {
  QByteArray out;
  const auto line = [&](const std::vector<Cell>& cells, bool names) {
    QByteArrayList row;
    for (const Cell& cell : cells) row.append(names ? QByteArray(cell.name) : widgets::csvCell(cell.text));
    out += row.join(',') + "\r\n";
  };
  line(cellsOf(Record{}), true);
  for (const Record& record : records) line(cellsOf(record), false);
  return out;
}

QByteArray trailJsonLines(const std::vector<Record>& records) {
  QByteArray out;
  for (const Record& record : records) {
    QByteArrayList members;
    for (const Cell& cell : cellsOf(record)) members.append('"' + QByteArray(cell.name) + "\":" + jsonValue(cell));
    out += '{' + members.join(',') + "}\n";
  }
  return out;
}

}  // namespace onceover::audit

#include "ui/audit/trail_export.h"

#include <array>
#include <string>

#include "core/base/time.h"
#include "core/exports/encoder.h"

namespace onceover::audit {
namespace {

using exports::Kind;

// What a record does not say is empty in it, and NULL in the file.
struct Field {
  const char* name;
  std::string (*of)(const Record&);
  Kind kind = Kind::text;
};

std::string digits(std::optional<std::int64_t> n) { return n ? std::to_string(*n) : std::string(); }
key::Identity identity(const Record& r) { return r.id.value_or(key::Identity{}); }

constexpr std::array fields{
    Field{"number", [](const Record& r) { return std::to_string(r.number); }, Kind::number},
    Field{"at", [](const Record& r) { return iso(r.at); }, Kind::time},
    Field{"action", [](const Record& r) { return r.action; }},
    Field{"actor", [](const Record& r) { return r.actor; }},
    Field{"db_user", [](const Record& r) { return r.db_user; }},
    Field{"host", [](const Record& r) { return r.host; }},
    Field{"program", [](const Record& r) { return r.program; }},
    Field{"tenant", [](const Record& r) { return identity(r).tenant; }},
    Field{"operation", [](const Record& r) { return identity(r).operation; }},
    Field{"key", [](const Record& r) { return identity(r).key; }},
    Field{"from_state", [](const Record& r) { return r.from_state; }},
    Field{"to_state", [](const Record& r) { return r.to_state; }},
    Field{"fence_before", [](const Record& r) { return digits(r.fence_before); }, Kind::number},
    Field{"fence_after", [](const Record& r) { return digits(r.fence_after); }, Kind::number},
    Field{"verdict", [](const Record& r) { return r.verdict; }},
    Field{"reason", [](const Record& r) { return r.reason; }},
    Field{"ticket", [](const Record& r) { return r.ticket; }},
    Field{"correlation_id", [](const Record& r) { return r.correlation_id; }},
    Field{"before", [](const Record& r) { return r.before_json; }, Kind::json},
    Field{"after", [](const Record& r) { return r.after_json; }, Kind::json},
    Field{"evidence", [](const Record& r) { return r.evidence_json; }, Kind::json},
};

QByteArray encoded(exports::Format format, const std::vector<Record>& records) {
  std::vector<exports::Column> columns;
  for (const Field& field : fields) columns.push_back({field.name, field.kind, exports::Mask::none});
  auto encoder = exports::Encoder::make(format, std::move(columns));
  if (!encoder) return {};  // its names differ
  std::string out;
  encoder->head(out);
  std::array<std::string, fields.size()> texts;
  std::array<exports::Cell, fields.size()> cells;
  for (const Record& record : records) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      texts[i] = fields[i].of(record);
      cells[i] = {texts[i], texts[i].empty()};
    }
    encoder->row(cells, out);
  }
  return QByteArray::fromStdString(out);
}

}  // namespace

QByteArray trailCsv(const std::vector<Record>& records) { return encoded(exports::Format::csv, records); }

QByteArray trailJsonLines(const std::vector<Record>& records) { return encoded(exports::Format::json_lines, records); }

}  // namespace onceover::audit

#include "core/bundle/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/json_tree.h"
#include "core/base/text.h"

namespace onceover::bundle {
namespace {

using Writing = nlohmann::ordered_json;
using Reading = json::Json;

constexpr std::pair<Column::Kind, std::string_view> kinds[] = {
    {Column::Kind::text, "text"}, {Column::Kind::number, "number"}, {Column::Kind::time, "time"}, {Column::Kind::code, "code"}};

// A text that is not UTF-8 cannot be a JSON string.
Writing text_json(std::string_view text) { return is_utf8(text) ? Writing(text) : Writing{{"hex", to_hex(text)}}; }

Writing value_json(const Value& value) {
  switch (value.form) {
    case Value::Form::text: return text_json(value.text);
    case Value::Form::null: return nullptr;
    case Value::Form::masked: return {{"masked", true}, {"bytes", value.bytes}};
    case Value::Form::cut: return {{"cut", text_json(value.text)}, {"bytes", value.bytes}};
  }
  return nullptr;
}

Writing texts_json(const std::vector<std::string>& texts) {
  Writing out = Writing::array();
  for (const std::string& text : texts) out.push_back(text_json(text));
  return out;
}

Writing fields_json(const std::vector<Field>& fields) {
  Writing out = Writing::array();
  for (const Field& field : fields) out.push_back({{"name", text_json(field.name)}, {"value", value_json(field.value)}});
  return out;
}

Writing table_json(const Table& table) {
  Writing columns = Writing::array(), rows = Writing::array();
  for (const Column& column : table.columns) {
    for (const auto& [kind, kind_word] : kinds) {
      if (kind == column.kind) columns.push_back({{"name", text_json(column.name)}, {"kind", kind_word}});
    }
  }
  for (const auto& row : table.rows) {
    Writing cells = Writing::array();
    for (const Value& value : row) cells.push_back(value_json(value));
    rows.push_back(std::move(cells));
  }
  return {{"id", text_json(table.id)},
          {"title", text_json(table.title)},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"left_out", table.left_out}};
}

Writing chart_json(const Chart& chart) {
  Writing lines = Writing::array();
  for (const Chart::Line& line : chart.lines) lines.push_back({{"name", text_json(line.name)}, {"counts", line.counts}});
  return {{"id", text_json(chart.id)},
          {"title", text_json(chart.title)},
          {"from", iso(chart.from)},
          {"step_us", chart.step.count()},
          {"lines", std::move(lines)}};
}

// What was read, with the first error. A missing member, or one of another kind, reads as empty.
class Reader {
 public:
  std::string text(const Reading& object, std::string_view name) {
    const Reading* found = member(object, name);
    return found ? text_of(*found, name) : std::string();
  }
  std::string text_of(const Reading& value, std::string_view name) {
    if (value.kind == Reading::Kind::string) return value.text;
    std::string bytes;
    if (value.kind == Reading::Kind::object && value.members.size() == 1 && value.members[0].name == "hex" &&
        value.members[0].value.kind == Reading::Kind::string && from_hex(value.members[0].value.text, bytes)) {
      return bytes;
    }
    wrong(name);
    return {};
  }
  std::int64_t integer(const Reading& object, std::string_view name) {
    const Reading* found = member(object, name);
    return found ? integer_of(*found, name) : 0;
  }
  std::int64_t integer_of(const Reading& value, std::string_view name) {
    std::int64_t out = 0;
    const char* end = value.text.data() + value.text.size();
    const auto [at, error] = std::from_chars(value.text.data(), end, out);
    if (value.kind != Reading::Kind::number || error != std::errc() || at != end) wrong(name);
    return out;
  }
  bool boolean(const Reading& object, std::string_view name) {
    const Reading* found = member(object, name);
    if (found && found->kind != Reading::Kind::boolean) wrong(name);
    return found && found->text == "true";
  }
  Timestamp time(const Reading& object, std::string_view name) {
    const auto at = parse_iso(text(object, name));
    if (!at) wrong(name);
    return at.value_or(Timestamp{});
  }
  const std::vector<Reading>& items(const Reading& object, std::string_view name) {
    static const std::vector<Reading> none;
    const Reading* found = member(object, name);
    if (!found) return none;
    if (found->kind != Reading::Kind::array) wrong(name);
    return found->items;
  }
  std::vector<std::string> texts(const Reading& object, std::string_view name) {
    std::vector<std::string> out;
    for (const Reading& each : items(object, name)) out.push_back(text_of(each, name));
    return out;
  }

  Value value(const Reading& json) {
    if (json.kind == Reading::Kind::null) return null_value();
    if (json.kind != Reading::Kind::object || (json.members.size() == 1 && json.members[0].name == "hex"))
      return {Value::Form::text, text_of(json, "value"), 0};
    const std::int64_t bytes = integer(json, "bytes");
    if (bytes < 0) wrong("bytes");
    const bool is_cut = std::any_of(json.members.begin(), json.members.end(), [](const auto& m) { return m.name == "cut"; });
    if (is_cut) return {Value::Form::cut, text(json, "cut"), bytes};
    if (!boolean(json, "masked")) wrong("masked");
    return masked_value(bytes);
  }
  std::vector<Field> fields(const Reading& object, std::string_view name) {
    std::vector<Field> out;
    for (const Reading& each : items(object, name)) {
      const Reading* held = member(each, "value");
      out.push_back({text(each, "name"), held ? value(*held) : null_value()});
    }
    return out;
  }
  Table table(const Reading& json) {
    Table out{.id = text(json, "id"), .title = text(json, "title"), .columns = {}, .rows = {}, .left_out = integer(json, "left_out")};
    for (const Reading& each : items(json, "columns")) {
      const std::string kind = text(each, "kind");
      const auto* known = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& one) { return one.second == kind; });
      if (known == std::end(kinds)) wrong("kind");
      out.columns.push_back({text(each, "name"), known == std::end(kinds) ? Column::Kind::text : known->first});
    }
    for (const Reading& row : items(json, "rows")) {
      if (row.kind != Reading::Kind::array || row.items.size() != out.columns.size()) {
        wrong("rows");
        break;
      }
      std::vector<Value> cells;
      for (const Reading& cell : row.items) cells.push_back(value(cell));
      out.rows.push_back(std::move(cells));
    }
    if (out.left_out < 0) wrong("left_out");
    return out;
  }
  Chart chart(const Reading& json) {
    Chart out{.id = text(json, "id"),
              .title = text(json, "title"),
              .from = time(json, "from"),
              .step = Duration(integer(json, "step_us")),
              .lines = {}};
    // Times of a chart are used in calculations, so each must be valid.
    constexpr std::int64_t century_us = 100LL * 366 * 86'400 * 1'000'000;
    if (!out.from.is_finite() || out.step <= Duration{0} || out.step.count() > century_us) wrong("step_us");
    for (const Reading& each : items(json, "lines")) {
      Chart::Line line{text(each, "name"), {}};
      for (const Reading& count : items(each, "counts")) line.counts.push_back(integer_of(count, "counts"));
      if (line.counts.size() > 20'000) wrong("counts");
      out.lines.push_back(std::move(line));
    }
    return out;
  }
  Section section(const Reading& json) {
    Section out{.id = text(json, "id"),
                .title = text(json, "title"),
                .notes = texts(json, "notes"),
                .fields = fields(json, "fields"),
                .tables = {},
                .charts = {}};
    for (const Reading& each : items(json, "tables")) out.tables.push_back(table(each));
    for (const Reading& each : items(json, "charts")) out.charts.push_back(chart(each));
    return out;
  }

  const std::string& problem() const { return problem_; }
  void wrong(std::string_view name) {
    if (problem_.empty()) problem_ = fmt::format("\"{}\" is missing or invalid", name);
  }

 private:
  const Reading* member(const Reading& object, std::string_view name) {
    for (const auto& each : object.members) {
      if (each.name == name) return &each.value;
    }
    wrong(name);
    return nullptr;
  }
  std::string problem_;
};

}  // namespace

std::string to_json(const Bundle& b) {
  Writing sections = Writing::array(), sql = Writing::array();
  for (const Section& section : b.sections) {
    Writing tables = Writing::array(), charts = Writing::array();
    for (const Table& table : section.tables) tables.push_back(table_json(table));
    for (const Chart& chart : section.charts) charts.push_back(chart_json(chart));
    sections.push_back({{"id", text_json(section.id)},
                        {"title", text_json(section.title)},
                        {"notes", texts_json(section.notes)},
                        {"fields", fields_json(section.fields)},
                        {"tables", std::move(tables)},
                        {"charts", std::move(charts)}});
  }
  for (const Look& look : b.sql) sql.push_back({{"what", text_json(look.what)}, {"sql", text_json(look.sql)}});
  const Writing all{{"onceover_bundle", format_version},  {"about", word(b.about)},
                    {"chosen", text_json(b.chosen)},      {"made_at", iso(b.made_at)},
                    {"made_by", text_json(b.made_by)},    {"program", text_json(b.program)},
                    {"with_bodies", b.with_bodies},       {"redaction", text_json(b.redaction)},
                    {"server", fields_json(b.server)},    {"sections", std::move(sections)},
                    {"left_out", texts_json(b.left_out)}, {"sql", std::move(sql)}};
  const std::string ascii = all.dump(0, ' ', true);
  std::string out;
  out.reserve(ascii.size());
  for (const char c : ascii) {  // JSON has none of these outside strings
    if (c == '`' || c == '<' || c == '>') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (c == '\x7f') {
      out += "\\u007f";
    } else {
      out += c;
    }
  }
  return out;
}

std::size_t count_values(std::string_view text) {
  std::size_t n = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == ',' || c == '[' || c == '{') {
      ++n;
    }
  }
  return n;
}

Result<Bundle> from_json(std::string_view text) {
  const auto refused = [](const std::string& why) {
    return fail(ErrorKind::invalid_input, "The data of this bundle cannot be read: " + why + ".", "Nothing was opened.",
                "Ask its author for the file again.");
  };
  if (count_values(text) > max_values) return refused("it has more values than any bundle");
  const auto tree = json::parse_json(text);
  if (!tree || tree->kind != Reading::Kind::object) return refused("it is not a JSON object, or has a duplicate name");
  Reader reader;
  Bundle out;
  const std::string about = reader.text(*tree, "about");
  if (const auto known = about_from_word(about)) {
    out.about = *known;
  } else {
    reader.wrong("about");
  }
  if (reader.integer(*tree, "onceover_bundle") != format_version) reader.wrong("onceover_bundle");
  out.chosen = reader.text(*tree, "chosen");
  out.made_at = reader.time(*tree, "made_at");
  out.made_by = reader.text(*tree, "made_by");
  out.program = reader.text(*tree, "program");
  out.with_bodies = reader.boolean(*tree, "with_bodies");
  out.redaction = reader.text(*tree, "redaction");
  out.server = reader.fields(*tree, "server");
  for (const Reading& each : reader.items(*tree, "sections")) out.sections.push_back(reader.section(each));
  out.left_out = reader.texts(*tree, "left_out");
  for (const Reading& each : reader.items(*tree, "sql")) out.sql.push_back({reader.text(each, "what"), reader.text(each, "sql")});
  if (!reader.problem().empty()) return refused(reader.problem());
  return out;
}

}  // namespace onceover::bundle

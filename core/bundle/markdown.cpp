// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/text.h"
#include "core/bundle/bundle.h"
#include "core/exports/cell_text.h"

namespace onceover::bundle {
namespace {

// Limits of a table and of a cell in the text; the data at the end is complete.
constexpr std::size_t rows_shown = 200;
constexpr std::size_t cell_chars = 72, field_chars = 2000;
constexpr std::size_t bar_count = 60;

std::string shortened(const std::string& text, std::size_t most) {
  if (code_points(text) <= most) return text;
  std::size_t at = 0;
  for (std::size_t n = 0; n < most; ++n) {
    do {
      ++at;
    } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  }
  return text.substr(0, at) + "…";
}

std::string padded(std::string text, std::size_t width, bool right) {
  const std::size_t have = code_points(text);
  if (have >= width) return text;
  return right ? std::string(width - have, ' ') + text : text + std::string(width - have, ' ');
}

// A value with line ends goes through visible() line by line, so that a body remains readable.
void add_fields(std::string& out, const std::vector<Field>& fields) {
  std::size_t width = 0;
  for (const Field& field : fields) width = std::max(width, code_points(visible(field.name)));
  width = std::min<std::size_t>(width, 32);
  for (const Field& field : fields) {
    const std::string value = shortened(shown(field.value), field_chars);
    out += padded(visible(field.name) + ":", width + 1, false) + (value.empty() ? "" : "  " + value) + '\n';
  }
}

void add_table(std::string& out, const Table& table) {
  out += visible(table.title) + '\n';
  const std::size_t shown_rows = std::min(table.rows.size(), rows_shown);
  std::vector<std::vector<std::string>> cells(1);
  for (const Column& column : table.columns) cells[0].push_back(visible(column.name));
  for (std::size_t i = 0; i < shown_rows; ++i) {
    cells.emplace_back();
    for (const Value& value : table.rows[i])
      cells.back().push_back(shortened(value.form == Value::Form::null ? "" : shown(value), cell_chars));
  }
  std::vector<std::size_t> widths(table.columns.size(), 0);
  for (const auto& row : cells) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], code_points(row[c]));
  }
  if (table.rows.empty()) {
    out += "  (none)\n";
  } else {
    for (const auto& row : cells) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c)
        line += "  " + padded(row[c], widths[c], table.columns[c].kind == Column::Kind::number);
      while (line.ends_with(' ')) line.pop_back();
      out += line + '\n';
    }
  }
  if (table.rows.size() > shown_rows)
    out += fmt::format("  … {} more in the data at the end\n", table.rows.size() - shown_rows);
  if (table.left_out > 0) out += fmt::format("  {} more were left out\n", table.left_out);
}

void add_chart(std::string& out, const Chart& chart) {
  std::size_t width = 4, steps = 0;
  for (const Chart::Line& line : chart.lines) {
    width = std::max(width, code_points(visible(line.name)));
    steps = std::max(steps, line.counts.size());
  }
  out += fmt::format("{}\n  {} … {}, {} a step\n", visible(chart.title), iso(chart.from),
                     iso(chart.from + chart.step * static_cast<std::int64_t>(steps)), human(chart.step));
  for (const Chart::Line& line : chart.lines) {
    const std::int64_t sum = std::accumulate(line.counts.begin(), line.counts.end(), std::int64_t{0});
    const std::int64_t most =
        line.counts.empty() ? 0 : *std::max_element(line.counts.begin(), line.counts.end());
    out += fmt::format("  {}  {}  {} in all, {} in a step at most\n",
                       padded(visible(line.name), width, false), bars(line.counts, bar_count), sum, most);
  }
}

void add_block(std::string& out, std::string_view kind, std::string_view inside) {
  out +=
      fmt::format("```{}\n{}{}```\n\n", kind, inside, inside.empty() || inside.ends_with('\n') ? "" : "\n");
}

// Headings are ours, except in a bundle that another program wrote.
void add_heading(std::string& out, std::string_view level, std::string_view words) {
  out += level;
  out += ' ';
  exports::append_markdown(out, visible(words), false);
  out += "\n\n";
}

std::string block_of(const Section& section) {
  std::string inside;
  const auto apart = [&inside] {
    if (!inside.empty()) inside += '\n';
  };
  for (const std::string& note : section.notes) inside += visible(note) + '\n';
  if (!section.fields.empty()) {
    apart();
    add_fields(inside, section.fields);
  }
  for (const Table& table : section.tables) {
    apart();
    add_table(inside, table);
  }
  for (const Chart& chart : section.charts) {
    apart();
    add_chart(inside, chart);
  }
  return inside;
}

}  // namespace

std::string for_fence(std::string_view text, bool* spelled) {
  std::string out;
  const auto note = [spelled] {
    if (spelled != nullptr) *spelled = true;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n' || text[at] == '\t') {
      out += text[at++];
    } else if (text[at] == '`') {
      const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
      for (std::size_t i = at; i < end; ++i) out += end - at >= 3 ? "\\u{60}" : "`";
      if (end - at >= 3) note();
      at = end;
    } else {
      const std::size_t end = std::min(text.find_first_of("\n\t`", at), text.size());
      const std::string piece = visible(text.substr(at, end - at));
      if (piece != text.substr(at, end - at)) note();
      out += piece;
      at = end;
    }
  }
  return out;
}

std::string bars(const std::vector<std::int64_t>& counts, std::size_t width) {
  static constexpr std::string_view heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (counts.empty() || width == 0) return {};
  const std::size_t n = std::min(width, counts.size());
  std::vector<double> sums(n, 0);
  for (std::size_t i = 0; i < counts.size(); ++i)
    sums[i * n / counts.size()] += static_cast<double>(std::max<std::int64_t>(counts[i], 0));
  const double most = *std::max_element(sums.begin(), sums.end());
  std::string out;
  for (const double sum : sums)
    out += sum <= 0 ? std::string_view("·")
                    : heights[std::min<std::size_t>(7, static_cast<std::size_t>(sum / most * 8))];
  return out;
}

std::string to_markdown(const Bundle& b) {
  std::string out = "# Incident bundle\n\n";
  std::vector<Field> head{{"About", {Value::Form::text, b.chosen, 0}},
                          {"Made", {Value::Form::text, iso(b.made_at) + " by " + b.made_by, 0}},
                          {"With", {Value::Form::text, b.program, 0}},
                          {"Masked", {Value::Form::text, b.redaction, 0}}};
  head.insert(head.end(), b.server.begin(), b.server.end());
  std::string inside;
  add_fields(inside, head);
  add_block(out, "text", for_fence(inside));
  for (const Section& section : b.sections) {
    add_heading(out, "##", section.title);
    add_block(out, "text", for_fence(block_of(section)));
  }
  if (!b.left_out.empty()) {
    add_heading(out, "##", "Left out");
    inside.clear();
    for (const std::string& each : b.left_out) inside += visible(each) + '\n';
    add_block(out, "text", for_fence(inside));
  }
  if (!b.sql.empty()) add_heading(out, "##", "Statements");
  for (const Look& look : b.sql) {
    add_heading(out, "###", look.what);
    bool spelled = false;
    const std::string sql = for_fence(look.sql, &spelled);
    add_block(
        out, "sql",
        spelled
            ? "-- Characters are spelled as \\u{…} here; the data at the end has the exact statement.\n" + sql
            : sql);
  }
  return out;
}

}  // namespace onceover::bundle

// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/bundle/bundle.h"
#include "core/bundle/fields.h"
#include "core/exports/private_file.h"
#include "core/key/sha256.h"

namespace onceover::bundle {
namespace {

// Reads the data of a bundle.

// The limit of values and members, which limits a reader's memory.
constexpr std::size_t max_values = 3'000'000;

using Writing = nlohmann::ordered_json;
using Reading = json::Json;

constexpr auto kinds = enum_names<Column::Kind>();

class Writer {
 public:
  template <class T>
  void operator()(std::string_view name, const T& member) {
    out_[std::string(name)] = of(member);
  }
  Writing take() { return std::move(out_); }

 private:
  // A text that is not UTF-8 cannot be a JSON string.
  static Writing of(const std::string& text) {
    return is_utf8(text) ? Writing(text) : Writing{{"hex", to_hex(text)}};
  }
  static Writing of(std::int64_t n) { return n; }
  static Writing of(bool is) { return is; }
  static Writing of(Timestamp at) { return iso(at); }
  static Writing of(Duration span) { return span.count(); }
  static Writing of(Column::Kind kind) { return kinds.of(kind); }
  static Writing of(About about) { return word(about); }
  static Writing of(const Value& value) {
    switch (value.form) {
      case Value::Form::text: return of(value.text);
      case Value::Form::null: return nullptr;
      case Value::Form::masked: return {{"masked", true}, {"bytes", value.bytes}};
      case Value::Form::cut: return {{"cut", of(value.text)}, {"bytes", value.bytes}};
    }
    return nullptr;
  }
  template <class T>
  static Writing of(const std::vector<T>& all) {
    Writing out = Writing::array();
    for (const T& one : all) out.push_back(of(one));
    return out;
  }
  template <class T>
  static Writing of(const T& described) {
    Writer writer;
    describe(writer, described);
    return writer.take();
  }

  Writing out_ = Writing::object();
};

// The first error is kept. A missing member, or one of another kind, reads as empty.
class Reader {
 public:
  Reader(const Reading& object, std::string& problem) : object_(object), problem_(problem) {}

  template <class T>
  void operator()(std::string_view name, T& member) {
    if (const Reading* found = at(object_, name)) return read(*found, name, member);
    wrong(name);
  }
  void wrong(std::string_view name) {
    if (problem_.empty()) problem_ = fmt::format("\"{}\" is missing or invalid", name);
  }

 private:
  static const Reading* at(const Reading& object, std::string_view name) {
    const auto found = std::ranges::find(object.members, name, &Reading::Member::name);
    return found == object.members.end() ? nullptr : &found->value;
  }
  static bool is_hex(const Reading& json) {
    return json.members.size() == 1 && json.members[0].name == "hex";
  }

  void read(const Reading& json, std::string_view name, std::string& out) {
    if (json.kind == Reading::Kind::string) {
      out = json.text;
    } else if (!is_hex(json) || json.members[0].value.kind != Reading::Kind::string ||
               !from_hex(json.members[0].value.text, out)) {
      wrong(name);
    }
  }
  void read(const Reading& json, std::string_view name, std::int64_t& out) {
    const auto number = number_from<std::int64_t>(json.text);
    if (json.kind != Reading::Kind::number || !number) return wrong(name);
    out = *number;
  }
  void read(const Reading& json, std::string_view name, bool& out) {
    if (json.kind != Reading::Kind::boolean) wrong(name);
    out = json.text == "true";
  }
  // What its text means; not readable otherwise.
  template <class T, class Parse>
  void read_as(const Reading& json, std::string_view name, T& out, Parse parse) {
    std::string text;
    read(json, name, text);
    const auto known = parse(text);
    if (!known) wrong(name);
    out = known.value_or(T{});
  }
  void read(const Reading& json, std::string_view name, Timestamp& out) {
    read_as(json, name, out, parse_iso);
  }
  void read(const Reading& json, std::string_view name, About& out) {
    read_as(json, name, out, about_from_word);
  }
  void read(const Reading& json, std::string_view name, Column::Kind& out) {
    read_as(json, name, out, [](std::string_view text) { return kinds.from(text); });
  }
  void read(const Reading& json, std::string_view name, Duration& out) {
    std::int64_t us = 0;
    read(json, name, us);
    out = Duration(us);
  }
  void read(const Reading& json, std::string_view, Value& out) {
    out = {};
    if (json.kind == Reading::Kind::null) {
      out = null_value();
    } else if (json.kind != Reading::Kind::object || is_hex(json)) {
      read(json, "value", out.text);
    } else {
      Reader in(json, problem_);
      in("bytes", out.bytes);
      if (out.bytes < 0) wrong("bytes");
      const bool is_cut = at(json, "cut") != nullptr;
      bool is_masked = is_cut;
      is_cut ? in("cut", out.text) : in("masked", is_masked);
      if (!is_masked) wrong("masked");
      out.form = is_cut ? Value::Form::cut : Value::Form::masked;
    }
  }
  template <class T>
  void read(const Reading& json, std::string_view name, std::vector<T>& out) {
    if (json.kind != Reading::Kind::array) wrong(name);
    for (const Reading& item : json.items) read(item, name, out.emplace_back());
  }
  template <class T>
  void read(const Reading& json, std::string_view, T& described) {
    Reader in(json, problem_);
    describe(in, described);
    check(described);
  }

  void check(const Table& table) {
    if (std::ranges::any_of(table.rows, [&](const auto& row) { return row.size() != table.columns.size(); }))
      wrong("rows");
    if (table.left_out < 0) wrong("left_out");
  }
  // Times of a chart are used in calculations, so each must be valid.
  void check(const Chart& chart) {
    constexpr std::int64_t century_us = 100LL * 366 * 86'400 * 1'000'000;
    if (!chart.from.is_finite() || chart.step <= Duration{0} || chart.step.count() > century_us)
      wrong("step_us");
    if (std::ranges::any_of(chart.lines, [](const Chart::Line& line) { return line.counts.size() > 20'000; }))
      wrong("counts");
  }
  template <class T>
  void check(const T&) {}

  const Reading& object_;
  std::string& problem_;
};

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

// invalid_input names the first error.
Result<Bundle> from_json(std::string_view text) {
  const auto refused = [](const std::string& why) {
    return fail(ErrorKind::invalid_input, "The data of this bundle cannot be read: " + why + ".",
                "Nothing was opened.", "Ask its author for the file again.");
  };
  if (count_values(text) > max_values) return refused("it has more values than any bundle");
  const auto tree = json::parse_json(text);
  if (!tree || tree->kind != Reading::Kind::object)
    return refused("it is not a JSON object, or has a duplicate name");
  std::string problem;
  Reader reader(*tree, problem);
  std::int64_t version = 0;
  Bundle out;
  describe(reader, out);
  reader("onceover_bundle", version);
  if (version != format_version) reader.wrong("onceover_bundle");
  if (!problem.empty()) return refused(problem);
  return out;
}

constexpr std::string_view mark = "```json onceover-bundle ";
constexpr std::string_view nothing_opened = "Nothing was opened.";
constexpr std::string_view ask_again = "Ask its author for the file again.";

std::string digest_of(std::string_view json) { return to_hex(key::bytes_of(key::sha256(json))); }

// The value after "name=" in the line.
std::string_view word_of(std::string_view line, std::string_view name) {
  const std::string wanted = fmt::format(" {}=", name);
  const std::size_t at = line.find(wanted);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + wanted.size());
  return line.substr(0, line.find(' '));
}

std::optional<std::int64_t> number_of(std::string_view text) {
  const auto value = number_from<std::int64_t>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

tl::unexpected<Error> refused(std::string what, std::string_view next) {
  return fail(ErrorKind::invalid_input, std::move(what), std::string(nothing_opened), std::string(next));
}

tl::unexpected<Error> too_large() {
  return fail(ErrorKind::unsupported,
              fmt::format("The bundle would be larger than {} MB.", max_file_bytes / (1024 * 1024)),
              "No bundle was made.", "Choose a shorter time, or leave bodies out.");
}

}  // namespace

std::string to_json(const Bundle& b) {
  Writer writer;
  writer("onceover_bundle", std::int64_t{format_version});
  describe(writer, b);
  const std::string ascii = writer.take().dump(0, ' ', true);
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

Result<std::string> to_text(const Bundle& bundle) {
  const std::string json = to_json(bundle);
  if (static_cast<std::int64_t>(json.size()) > max_file_bytes || count_values(json) > max_values)
    return too_large();
  std::string out = to_markdown(bundle);
  out +=
      "## The data\n\nAll of the above, complete: `onceover` and `oncectl bundle show` open this file "
      "without a connection. They read the block below.\n\n";
  out += fmt::format("{}version={} bytes={} sha256={}\n{}\n```\n", mark, format_version, json.size(),
                     digest_of(json), json);
  if (static_cast<std::int64_t>(out.size()) > max_file_bytes) return too_large();
  return out;
}

Result<Bundle> from_text(std::string_view given) {
  std::string without_cr;
  if (given.find('\r') != std::string_view::npos) {  // the data has no CR
    without_cr.reserve(given.size());
    std::copy_if(given.begin(), given.end(), std::back_inserter(without_cr),
                 [](char c) { return c != '\r'; });
    given = without_cr;
  }
  const std::size_t at = given.starts_with(mark) ? 0 : given.rfind("\n" + std::string(mark));
  if (at == std::string_view::npos) {
    const bool was_one = given.starts_with("# Incident bundle\n");
    return refused(was_one ? "This file ends before its data begins: it was cut off."
                           : "This is not an incident bundle.",
                   was_one ? ask_again : "Open a file that onceover or `oncectl bundle` wrote.");
  }
  const std::string_view rest = given.substr(at == 0 ? 0 : at + 1);
  const std::size_t line_end = rest.find('\n');
  const std::string_view line = rest.substr(0, line_end);
  const auto version = number_of(word_of(line, "version")), bytes = number_of(word_of(line, "bytes"));
  if (version && *version > format_version) {
    return fail(
        ErrorKind::unsupported,
        fmt::format("This bundle was made by a later version: its format is {}, and this program reads {}.",
                    *version, format_version),
        std::string(nothing_opened),
        "Open it with a newer onceover. Its Markdown can be read in any viewer.");
  }
  const std::string_view digest = word_of(line, "sha256");
  if (!version || *version != format_version || !bytes || digest.size() != 64 ||
      line_end == std::string_view::npos)
    return refused("The line before the bundle's data is damaged.", ask_again);
  const std::string_view behind = rest.substr(line_end + 1);
  constexpr std::string_view end = "\n```";
  if (behind.size() < end.size() || behind.size() - end.size() < static_cast<std::size_t>(*bytes)) {
    return refused(
        fmt::format("The file is incomplete: it has {} of {} bytes of data.",
                    std::min<std::int64_t>(static_cast<std::int64_t>(behind.size()), *bytes), *bytes),
        ask_again);
  }
  const std::string_view json = behind.substr(0, static_cast<std::size_t>(*bytes));
  if (!behind.substr(json.size()).starts_with(end) || digest_of(json) != digest)
    return refused("The data in this bundle was damaged or changed.", ask_again);
  return from_json(json);
}

Result<std::int64_t> to_file(const Bundle& bundle, const std::string& path) {
  return as_result([&] {
    const std::string text = to_text(bundle).value();
    auto file = exports::PrivateFile::create(path).value();
    require(file.write(text));
    require(file.commit());
    return static_cast<std::int64_t>(text.size());
  });
}

Result<Bundle> from_file(const std::string& path) {
  return read_whole_file(path, {max_file_bytes, OthersMay::write, "bundle", std::string(nothing_opened)})
      .and_then(from_text);
}

constexpr auto about_words =
    words<About>({{About::one_key, "key"}, {About::plan, "plan"}, {About::time_range, "time_range"}});

std::string_view word(About about) { return about_words.of(about); }

std::optional<About> about_from_word(std::string_view text) { return about_words.from(text); }

Value null_value() { return {Value::Form::null, {}, 0}; }
Value masked_value(std::int64_t bytes) { return {Value::Form::masked, {}, bytes}; }

Value text_value(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return {Value::Form::text, std::string(text), 0};
  return {Value::Form::cut, std::string(text.substr(0, cut_at(text, max_bytes))),
          static_cast<std::int64_t>(text.size())};
}

std::string shown(const Value& value) {
  switch (value.form) {
    case Value::Form::text: return visible(value.text);
    case Value::Form::null: return "NULL";
    case Value::Form::masked: return fmt::format("‹masked, {} bytes›", value.bytes);
    case Value::Form::cut: return fmt::format("{}…‹cut, {} bytes›", visible(value.text), value.bytes);
  }
  return {};
}

}  // namespace onceover::bundle

// An incident bundle: what was seen, the evidence, the acts, charts and SQL of one incident, in one file that a person reads in any viewer
// and the programs open again without a connection. Plain values; collect.h fills them from a store.
//
// The file is Markdown. All that came from a store stands inside fenced blocks, where no viewer renders anything, without three backticks
// in a row, which would end one; control and bidirectional characters are spelled. Tables and texts are shortened there. The whole is in
// the last block, as JSON of printable ASCII without backticks or angle brackets, behind a line that says its version, size and digest:
//
//     ```json onceover-bundle version=1 bytes=12345 sha256=…
//
// The digest finds damage, not forgery: who changes the data can make it anew. Only this block is read again. Line ends may be LF or CRLF.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::bundle {

inline constexpr int format_version = 1;

// A text of somebody else's, exactly, unless its form says otherwise.
struct Value {
  enum class Form {
    text,
    null,
    masked,  // left out on purpose: its size alone
    cut,     // the beginning of it; bytes: the size of the whole
  };
  Form form = Form::text;
  std::string text;        // of text and cut; need not be UTF-8
  std::int64_t bytes = 0;  // of masked and cut
  bool operator==(const Value&) const = default;
};
Value null_value();
Value masked_value(std::int64_t bytes);
// Cut at a code point where it is longer.
Value text_value(std::string_view text, std::size_t max_bytes);
// For people: "‹masked, 123 bytes›", "text…‹cut, 123456 bytes›"; a text is shown by visible(), so that it is one line.
std::string shown(const Value& value);

struct Field {
  std::string name;
  Value value;
  bool operator==(const Field&) const = default;
};

struct Column {
  enum class Kind { text, number, time, code };  // code: keys and the like, in a fixed width
  std::string name;
  Kind kind = Kind::text;
  bool operator==(const Column&) const = default;
};

struct Table {
  std::string id, title;  // id: stable, for programs
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;  // each as wide as columns
  std::int64_t left_out = 0;             // rows that there are beyond these
  bool operator==(const Table&) const = default;
};

// Counts over time, all of one grid.
struct Chart {
  struct Line {
    std::string name;
    std::vector<std::int64_t> counts;  // one for each step from `from` on
    bool operator==(const Line&) const = default;
  };
  std::string id, title;
  Timestamp from;
  Duration step{1};
  std::vector<Line> lines;
  bool operator==(const Chart&) const = default;
};

struct Section {
  std::string id, title;
  std::vector<std::string> notes;  // sentences
  std::vector<Field> fields;
  std::vector<Table> tables;
  std::vector<Chart> charts;
  bool operator==(const Section&) const = default;
};

// A statement that was run, values spelled out or named in a comment, so that somebody else can repeat it.
struct Look {
  std::string what, sql;
  bool operator==(const Look&) const = default;
};

enum class About { one_key, plan, time_range };
std::string_view word(About about);
std::optional<About> about_from_word(std::string_view word);

struct Bundle {
  About about = About::one_key;
  std::string chosen;                 // in words
  Timestamp made_at;                  // by the database's clock
  std::string made_by, program;       // "alice@desk-7", "onceover 0.1.0"
  bool with_bodies = false;           // bodies and stored headers are in it
  std::string redaction;              // what was masked, in words
  std::vector<Field> server;          // what the server said of itself, and who asked
  std::vector<Section> sections;      // in reading order
  std::vector<std::string> left_out;  // what is not in it, and why: sentences
  std::vector<Look> sql;
  bool operator==(const Bundle&) const = default;
};

// No file is larger; what collect() makes is far below.
inline constexpr std::int64_t max_file_bytes = 48 * 1024 * 1024;

// The whole file. unsupported where it would be larger than max_file_bytes, or hold more values than from_text() takes.
Result<std::string> to_text(const Bundle& bundle);

// The data alone: printable ASCII and line ends, without backticks and angle brackets, so that nothing in it can end a block or be
// rendered.
std::string to_json(const Bundle& bundle);

// invalid_input: no bundle, cut off, damaged, or not of its form; unsupported: of a later version. The Markdown is not looked at.
Result<Bundle> from_text(std::string_view text);

// For its owner alone, whole or not at all: what stood there is replaced at the end. How many bytes.
Result<std::int64_t> to_file(const Bundle& bundle, const std::string& path);
// Only reads. io where it cannot be read or is no regular file.
Result<Bundle> from_file(const std::string& path);

}  // namespace onceover::bundle

// SPDX-License-Identifier: Apache-2.0
// An incident bundle: rows, evidence, acts, charts and SQL of one incident, in one file that a person reads
// in any viewer and the programs open again without a connection. Plain values; collect.h fills them from a
// store.
//
// The file is Markdown. Data from a store is in fenced blocks, where no viewer renders it, without three
// backticks in a row, which would end the block; control and bidirectional characters are spelled out. Tables
// and texts are shortened there. The last block has everything, as JSON of printable ASCII without backticks
// or angle brackets, after a line with its version, size and digest:
//
//     ```json onceover-bundle version=1 bytes=12345 sha256=…
//
// The digest finds damage, not forgery: it can be computed again for changed data. Only this block is read.
// Line ends may be LF or CRLF.
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

// A text from a store, exact unless its form differs.
struct Value {
  enum class Form {
    text,
    null,
    masked,  // left out on purpose: only its size
    cut,     // only its beginning; bytes: the size of the whole
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
// For people: "‹masked, 123 bytes›", "text…‹cut, 123456 bytes›"; a text goes through visible(), so that it is
// one line.
std::string shown(const Value& value);

struct Field {
  std::string name;
  Value value;
  bool operator==(const Field&) const = default;
};

struct Column {
  enum class Kind { text, number, time, code };  // code: keys and the like, in a fixed-width font
  std::string name;
  Kind kind = Kind::text;
  bool operator==(const Column&) const = default;
};

struct Table {
  std::string id, title;  // id: stable, for programs
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;  // each as wide as columns
  std::int64_t left_out = 0;             // further rows that exist
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

// A statement with its values, spelled out or named in a comment, so that others can repeat it.
struct Look {
  std::string what, sql;
  bool operator==(const Look&) const = default;
};

enum class About { one_key, plan, time_range };
std::string_view word(About about);
std::optional<About> about_from_word(std::string_view word);

struct Bundle {
  About about = About::one_key;
  std::string chosen;                 // for display
  Timestamp made_at;                  // by the database's clock
  std::string made_by, program;       // "alice@desk-7", "onceover 0.1.0"
  bool with_bodies = false;           // bodies and stored headers are in it
  std::string redaction;              // for display: what was masked
  std::vector<Field> server;          // the server and the connected user
  std::vector<Section> sections;      // in reading order
  std::vector<std::string> left_out;  // sentences: what is missing, and why
  std::vector<Look> sql;
  bool operator==(const Bundle&) const = default;
};

// No file is larger; those of collect() are far smaller.
inline constexpr std::int64_t max_file_bytes = 48 * 1024 * 1024;

// The whole file. unsupported: larger than max_file_bytes, or with more values than from_text() accepts.
Result<std::string> to_text(const Bundle& bundle);

// Only the data: printable ASCII and line ends, without backticks and angle brackets, so that it cannot end a
// block or be rendered.
std::string to_json(const Bundle& bundle);

// invalid_input: not a bundle, cut off, damaged, or of another form; unsupported: of a later version. Ignores
// the Markdown.
Result<Bundle> from_text(std::string_view text);

// Private to its owner, complete or not at all: an existing file is replaced at the end. Returns the number
// of bytes.
Result<std::int64_t> to_file(const Bundle& bundle, const std::string& path);
// Only reads. invalid_input: it cannot be read, or is not a regular file.
Result<Bundle> from_file(const std::string& path);

// The readable part of a bundle. Only for this room.

std::string to_markdown(const Bundle& bundle);

// One line of bars as high as the counts, at most `width`: neighbours are added up. Zero is a dot.
std::string bars(const std::vector<std::int64_t>& counts, std::size_t width);

// Makes a text safe for a fenced block: line ends and tabs remain, everything else that visible() spells out
// is spelled out, and so are backticks in runs of three or more. spelled: set where something was.
std::string for_fence(std::string_view text, bool* spelled = nullptr);

// Credentials are never in a bundle, with any option. Only for this room.

// onceover::redacted() on each text of a JSON document, and *** for members with a name of a secret; on the
// text itself where it is not JSON.
std::string redacted_json(std::string_view json);

// Whether a header or column of this name may have a credential: its value is masked even with bodies.
bool is_secret_name(std::string_view name);

// Replaces these in every text of the bundle by ***, in any spelling that mask.h knows. Shorter than four
// bytes: not replaced, since they would be found everywhere.
void blank_out(Bundle& bundle, const std::vector<std::string>& secrets);

}  // namespace onceover::bundle

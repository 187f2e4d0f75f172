// SPDX-License-Identifier: Apache-2.0
// The result of a query as a file: streamed, with progress and cancel, complete or not at all.
//
// The rows come by COPY from one READ ONLY REPEATABLE READ transaction: one snapshot, and memory for one row
// and a buffer, however many rows. COPY has no parameters, so the values of the query are literals
// (tables::Query::spelled_out), which mean the same under every setting of the server. Text that is not UTF-8
// is refused before anything is sent, unless the database has no encoding (SQL_ASCII). Cells are the server's
// text: times in UTC and ISO, bytea in hex, exact floating point.
//
// The snapshot stops vacuum from removing rows deleted meanwhile, on the whole server. ExportOptions::limit
// bounds this, also with a slow disk; it is checked before each row and while waiting for the server. Only a
// write that the disk never finishes is not bounded.
//
// Cancel: the connection's CancelHandle, from any thread, or from on_progress. The connection remains usable
// (rearm() it). Errors: as the connection's; io of the file. After every error nothing was exported, and no
// file remains.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/exports/encoder.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::exports {

// The listing: one SELECT with these columns, in this order. Its own names do not matter.
struct Source {
  tables::Query query;
  std::vector<Column> columns;
  // What names the rows, in the same order: one column of text. The order is the same in each execution. Then
  // a row that the server cannot send is named and passed; without it, it ends the export.
  std::optional<tables::Query> names{};
};

struct Progress {
  std::int64_t rows = 0, bytes = 0;  // encoded so far
  Duration elapsed{};
};

struct ExportOptions {
  Format format = Format::csv;
  EncodeOptions cells{};
  Duration limit = std::chrono::hours(1);  // for the whole export: the longest life of the snapshot
  // until the first row (a sort comes before it), and between two rows
  Duration silence = std::chrono::minutes(5);
  Duration progress_every = std::chrono::milliseconds(100);
  // On the exporting thread, as rows arrive, at most this often; not while the server is silent.
  std::function<void(const Progress&)> on_progress{};
};

struct Totals {
  std::int64_t rows = 0, bytes = 0;
  Duration elapsed{};
  Timestamp as_of{};                     // the database's time of the snapshot
  std::int64_t unread = 0;               // rows that the server could not send: they are not in the file
  std::vector<std::string> unread_rows;  // the first of them, each with its name and why
};
// "2 rows could not be read and are not in the file: …" with the first of them; empty: there is none.
std::string unread_words(const Totals& totals);

// Pieces of the encoded file, in order. An error ends the export with that error.
using Sink = std::function<Result<void>(std::string_view)>;

// The connection must have no open transaction.
Result<Totals> export_to(pg::Connection& connection, const Source& source, const ExportOptions& options,
                         const Sink& sink);
// Into a PrivateFile: mode 0600; an existing file is replaced at the end, and unchanged after an error.
Result<Totals> export_to_file(pg::Connection& connection, const Source& source, const ExportOptions& options,
                              const std::string& path);

// Reads the text form of COPY: cells separated by tabs, \N for NULL, backslash escapes. Pure.

// The cells of one line without its line end. They point into line or scratch, and are valid while both are
// unchanged.
void split_copy_line(std::string_view line, std::string& scratch, std::vector<Cell>& cells);

// The keys of a filter, for export.

// Every matching key, in the order of the listing, one column for each role, under the role's name; for our
// own table the case too. Header values and bodies are masked by their size unless revealed. In an external
// table a text of more than 4 MB (an error, an owner, data about the customer) is cut, with a mark. With an
// archive both tables, and a column `archived`. invalid_input: the filter asks for a role that is not mapped.
Result<Source> keys(const tables::Profile& profile, const browse::Filter& filter, bool newest_first = true,
                    bool reveal = false);

}  // namespace onceover::exports

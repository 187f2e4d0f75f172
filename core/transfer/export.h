// Whatever a query lists, as a file: streamed, with progress and cancel, whole or not at all.
//
// The rows come by COPY from one READ ONLY REPEATABLE READ transaction: one snapshot, memory for one row and a buffer, however many rows.
// COPY takes no parameters, so that the values of the query go as literals (profile::Query::spelled_out), which mean the same under every
// setting of the server; a text that is not UTF-8 is refused before anything is sent, unless the database has no encoding (SQL_ASCII).
// Cells are the server's text: times in UTC and ISO, bytea in hex, floating point exact.
//
// The snapshot keeps vacuum from removing rows that are deleted meanwhile, on the whole server. ExportOptions::limit bounds that, also
// where the disk is slow; it is looked at before each row and while waiting for the server, so that a write that the disk never ends is
// the one thing it cannot bound.
//
// Cancel: the connection's CancelHandle, from any thread, or from on_progress. The connection stays usable (rearm() it).
// Errors: as the connection's; io of the file. Every error says that nothing was exported, and then nothing is left of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/profile/sql.h"
#include "core/transfer/format.h"

namespace onceover::transfer {

// What is listed: one SELECT whose columns are these, in this order. Its names do not matter.
struct Source {
  profile::Query query;
  std::vector<Column> columns;
};

struct Progress {
  std::int64_t rows = 0, bytes = 0;  // encoded so far
  Duration elapsed{};
};

struct ExportOptions {
  Format format = Format::csv;
  EncodeOptions cells{};
  Duration limit = std::chrono::hours(1);      // for all of it: the longest life of the snapshot
  Duration silence = std::chrono::minutes(5);  // until the first row (a sort comes before it), and between two
  Duration progress_every = std::chrono::milliseconds(100);
  // On the exporting thread, as rows come, at most so often; not while the server is silent.
  std::function<void(const Progress&)> on_progress{};
};

struct Totals {
  std::int64_t rows = 0, bytes = 0;
  Duration elapsed{};
  Timestamp as_of{};  // the database's time of the snapshot
};

// Pieces of the encoded file, in order. An error ends the export with it.
using Sink = std::function<Result<void>(std::string_view)>;

// No transaction may be open on the connection.
Result<Totals> export_to(pg::Connection& connection, const Source& source, const ExportOptions& options, const Sink& sink);
// Into a PrivateFile: mode 0600; what stood there is replaced at the end, and untouched where it fails.
Result<Totals> export_to_file(pg::Connection& connection, const Source& source, const ExportOptions& options, const std::string& path);

}  // namespace onceover::transfer

// SPDX-License-Identifier: Apache-2.0
#include "core/exports/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/exports/encoder.h"
#include "core/exports/private_file.h"
#include "core/pg/one_row.h"
#include "core/pg/transaction.h"

namespace onceover::exports {
namespace {

constexpr std::size_t piece = 256 * 1024;  // bytes written at a time: some hundred rows

// The form of the cells must not depend on the session. The encoding comes last: it reads, and reading fixes the isolation level.
constexpr std::string_view settings =
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; "
    "SET LOCAL TimeZone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; "
    "SELECT pg_catalog.set_config('client_encoding', CASE pg_catalog.current_setting('server_encoding') WHEN 'SQL_ASCII' THEN 'SQL_ASCII' "
    "ELSE 'UTF8' END, true)";

// A running export.
class Stream {
 public:
  Stream(Encoder& encoder, const ExportOptions& options, const Sink& sink)
      : encoder_(encoder), options_(options), sink_(sink), started_(Steady::now()), told_(started_) {
    buffer_.reserve(2 * piece);
    encoder_.head(buffer_);
  }

  Result<void> line(std::string_view text) {
    split_copy_line(text, scratch_, cells_);
    encoder_.row(cells_, buffer_);
    ++progress_.rows;
    return buffer_.size() < piece ? Result<void>{} : flush();
  }

  Result<void> flush() {
    progress_.bytes += static_cast<std::int64_t>(buffer_.size());
    auto written = sink_(buffer_);
    buffer_.clear();
    if (buffer_.capacity() > 64 * piece) buffer_ = std::string();  // one huge row must not remain in memory
    if (!written) return written;
    const auto now = Steady::now();
    if (options_.on_progress && now - told_ >= options_.progress_every) {
      told_ = now;
      options_.on_progress(progress());
    }
    return {};
  }

  Progress progress() {
    progress_.elapsed = std::chrono::duration_cast<Duration>(Steady::now() - started_);
    return progress_;
  }

 private:
  Encoder& encoder_;
  const ExportOptions& options_;
  const Sink& sink_;
  Steady::time_point started_, told_;
  std::string buffer_, scratch_;
  std::vector<Cell> cells_;
  Progress progress_;
};

// A literal is written in the server's encoding; in another encoding its bytes would mean other characters.
Result<void> check_values(const pg::Params& params, bool has_encoding) {
  bool sound = !params.holds_nul_in_text();
  for (const auto& value : params.values()) sound = sound && (value.binary || !has_encoding || is_utf8(params.bytes_of(value)));
  if (sound) return {};
  return fail(ErrorKind::invalid_input, "A value of the filter is not text: it contains a NUL byte, or is not UTF-8.",
              "Nothing was exported.", "Correct the filter.");
}

tl::unexpected<Error> nothing_done(Error error) {
  error.not_done = "Nothing was exported.";
  return fail(std::move(error));
}

constexpr int most_named = 20;

Result<void> plain(pg::Connection& connection, std::string_view sql) {
  return connection.exec(sql).map([](const pg::Rows&) {});
}

// Of the row at that place in the listing, as far as the server can tell.
Result<std::string> name_of_row(pg::Connection& connection, const Source& source, std::int64_t place) {
  const std::string number = "row " + std::to_string(place + 1) + " of the listing";
  auto named = connection.exec(source.names->spelled_out() + "\nOFFSET " + std::to_string(place) + " LIMIT 1");
  if (named) return named->empty() ? number : number + ", " + visible(named->text(0, 0));
  if (!pg::may_be_one_row(named.error())) return fail(named.error());
  if (auto back = plain(connection, "ROLLBACK TO SAVEPOINT onceover_export"); !back) return fail(back.error());
  return number;
}

// The rows in one COPY; where the server cannot send one of them, in another COPY from the next row on, of the same snapshot.
Result<void> copy_around(pg::Connection& connection, const Source& source, const pg::CopyLimits& limits, Stream& stream, Totals& totals) {
  std::int64_t next = 0;  // place in the listing
  bool is_ours = false;
  for (int alone = 0;;) {
    if (source.names) {
      if (auto saved = plain(connection, "SAVEPOINT onceover_export"); !saved) return saved;
    }
    const std::int64_t from = next;
    const std::string sql =
        "COPY (" + source.query.spelled_out() + "\n" + (from > 0 ? "OFFSET " + std::to_string(from) : "") + ") TO STDOUT";
    auto copied = connection.copy_out(sql, limits, [&](std::string_view line) {
      auto taken = stream.line(line);
      is_ours = !taken;
      if (taken) ++next;
      return taken;
    });
    if (copied) return {};
    if (!source.names || is_ours || !pg::may_be_one_row(copied.error())) return fail(copied.error());
    alone = next == from ? alone + 1 : 1;
    if (alone > pg::most_alone) return fail(copied.error());
    if (auto back = plain(connection, "ROLLBACK TO SAVEPOINT onceover_export"); !back) return back;
    auto name = name_of_row(connection, source, next);
    if (!name) return fail(name.error());
    ++totals.unread;
    if (std::ssize(totals.unread_rows) < most_named) totals.unread_rows.push_back(*name + ": " + copied.error().what);
    ++next;
  }
}

}  // namespace

std::string unread_words(const Totals& totals) {
  if (totals.unread == 0) return {};
  std::string words = fmt::format("{} {} could not be read and {} not in the file:", totals.unread, totals.unread == 1 ? "row" : "rows",
                                  totals.unread == 1 ? "is" : "are");
  for (const std::string& one : totals.unread_rows) words += "\n  " + one;
  if (totals.unread > std::ssize(totals.unread_rows)) words += "\n  …";
  return words;
}

Result<Totals> export_to(pg::Connection& connection, const Source& source, const ExportOptions& options, const Sink& sink) {
  auto encoder = Encoder::make(options.format, source.columns, options.cells);
  if (!encoder) return fail(encoder.error());
  if (connection.in_transaction())
    return fail(ErrorKind::invalid_input, "A transaction is open on this connection.", "Nothing was exported.", "End it first.");
  const Duration limit = std::max<Duration>(options.limit, std::chrono::milliseconds(1));
  const Deadline until = limit > std::chrono::hours(24 * 365) ? Deadline::max() : Steady::now() + limit;
  // The server's limits are 31-bit milliseconds.
  const Duration on_server = std::min<Duration>(limit, std::chrono::hours(24 * 24));
  auto transaction = pg::Transaction::begin(
      connection, {.read_only = true, .statement_timeout = on_server, .lock_timeout = std::nullopt, .also = settings});
  if (!transaction) return nothing_done(transaction.error());
  auto facts = transaction->exec("SELECT pg_catalog.now(), pg_catalog.current_setting('server_encoding') <> 'SQL_ASCII'");
  if (!facts) return nothing_done(facts.error());
  if (auto sound = check_values(source.query.params(), facts->boolean(0, 1)); !sound) return fail(sound.error());

  Stream stream(*encoder, options, sink);
  Totals totals;
  if (auto copied = copy_around(connection, source, {.silence = options.silence, .until = until}, stream, totals); !copied)
    return nothing_done(copied.error());
  if (auto flushed = stream.flush(); !flushed) return nothing_done(flushed.error());
  const Progress total = stream.progress();
  if (options.on_progress) options.on_progress(total);
  totals.rows = total.rows, totals.bytes = total.bytes, totals.elapsed = total.elapsed;
  totals.as_of = facts->timestamp(0, 0);
  return totals;
}

Result<Totals> export_to_file(pg::Connection& connection, const Source& source, const ExportOptions& options, const std::string& path) {
  auto file = PrivateFile::create(path);
  if (!file) return fail(file.error());
  auto done = export_to(connection, source, options, [&file](std::string_view bytes) { return file->write(bytes); });
  if (!done) return done;
  // The last check for a cancel: after this the file exists.
  if (connection.cancel_handle().is_cancelled()) return fail(ErrorKind::cancelled, "The export was cancelled.", "Nothing was exported.");
  if (auto committed = file->commit(); !committed) return fail(committed.error());
  return done;
}

namespace {

char unescaped(char c) {
  switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return c;
  }
}

}  // namespace

void split_copy_line(std::string_view line, std::string& scratch, std::vector<Cell>& cells) {
  cells.clear();
  scratch.clear();
  scratch.reserve(line.size());  // no reallocation below: cells point into it
  for (std::size_t from = 0;;) {
    const std::size_t tab = line.find('\t', from);
    const std::string_view field = line.substr(from, tab == std::string_view::npos ? tab : tab - from);
    std::size_t backslash = field.find('\\');
    if (backslash == std::string_view::npos) {
      cells.push_back({field, false});
    } else if (field == "\\N") {
      cells.push_back({{}, true});
    } else {
      const std::size_t start = scratch.size();
      std::size_t copied = 0;
      for (; backslash != std::string_view::npos && backslash + 1 < field.size(); backslash = field.find('\\', copied)) {
        scratch.append(field, copied, backslash - copied);
        scratch += unescaped(field[backslash + 1]);
        copied = backslash + 2;
      }
      scratch.append(field, copied);
      cells.push_back({std::string_view(scratch).substr(start), false});
    }
    if (tab == std::string_view::npos) return;
    from = tab + 1;
  }
}

}  // namespace onceover::exports

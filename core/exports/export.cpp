// SPDX-License-Identifier: Apache-2.0
#include "core/exports/export.h"

#include <fmt/format.h>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/exports/private_file.h"
#include "core/pg/one_row.h"
#include "core/pg/transaction.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::exports {

namespace {

constexpr std::size_t piece = 256 * 1024;  // bytes written at a time: some hundred rows

// The form of the cells must not depend on the session. The encoding comes last: it reads, and reading fixes
// the isolation level.
constexpr std::string_view settings =
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL "
    "IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL "
    "extra_float_digits = 1; SELECT pg_catalog.set_config('client_encoding', CASE "
    "pg_catalog.current_setting('server_encoding') WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END, true)";

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
  for (const auto& value : params.values())
    sound = sound && (value.binary || !has_encoding || is_utf8(params.bytes_of(value)));
  if (sound) return {};
  return fail(ErrorKind::invalid_input,
              "A value of the filter is not text: it contains a NUL byte, or is not UTF-8.",
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
  auto named =
      connection.exec(source.names->spelled_out() + "\nOFFSET " + std::to_string(place) + " LIMIT 1");
  if (named) return named->empty() ? number : number + ", " + visible(named->text(0, 0));
  if (!pg::may_be_one_row(named.error())) return fail(named.error());
  if (auto back = plain(connection, "ROLLBACK TO SAVEPOINT onceover_export"); !back)
    return fail(back.error());
  return number;
}

// The rows in one COPY; where the server cannot send one of them, in another COPY from the next row on, of
// the same snapshot.
Result<void> copy_around(pg::Connection& connection, const Source& source, const pg::CopyLimits& limits,
                         Stream& stream, Totals& totals) {
  std::int64_t next = 0;  // place in the listing
  bool is_ours = false;
  for (int alone = 0;;) {
    if (source.names) {
      if (auto saved = plain(connection, "SAVEPOINT onceover_export"); !saved) return saved;
    }
    const std::int64_t from = next;
    const std::string sql = "COPY (" + source.query.spelled_out() + "\n" +
                            (from > 0 ? "OFFSET " + std::to_string(from) : "") + ") TO STDOUT";
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
    if (std::ssize(totals.unread_rows) < most_named)
      totals.unread_rows.push_back(*name + ": " + copied.error().what);
    ++next;
  }
}

}  // namespace

std::string unread_words(const Totals& totals) {
  if (totals.unread == 0) return {};
  std::string words = fmt::format("{} {} could not be read and {} not in the file:", totals.unread,
                                  totals.unread == 1 ? "row" : "rows", totals.unread == 1 ? "is" : "are");
  for (const std::string& one : totals.unread_rows) words += "\n  " + one;
  if (totals.unread > std::ssize(totals.unread_rows)) words += "\n  …";
  return words;
}

Result<Totals> export_to(pg::Connection& connection, const Source& source, const ExportOptions& options,
                         const Sink& sink) {
  auto encoder = Encoder::make(options.format, source.columns, options.cells);
  if (!encoder) return fail(encoder.error());
  if (connection.in_transaction())
    return fail(ErrorKind::invalid_input, "A transaction is open on this connection.",
                "Nothing was exported.", "End it first.");
  const Duration limit = std::max<Duration>(options.limit, std::chrono::milliseconds(1));
  const Deadline until = limit > std::chrono::hours(24 * 365) ? Deadline::max() : Steady::now() + limit;
  // The server's limits are 31-bit milliseconds.
  const Duration on_server = std::min<Duration>(limit, std::chrono::hours(24 * 24));
  auto transaction = pg::Transaction::begin(
      connection,
      {.read_only = true, .statement_timeout = on_server, .lock_timeout = std::nullopt, .also = settings});
  if (!transaction) return nothing_done(transaction.error());
  auto facts = transaction->exec(
      "SELECT pg_catalog.now(), pg_catalog.current_setting('server_encoding') <> 'SQL_ASCII'");
  if (!facts) return nothing_done(facts.error());
  if (auto sound = check_values(source.query.params(), facts->boolean(0, 1)); !sound)
    return fail(sound.error());

  Stream stream(*encoder, options, sink);
  Totals totals;
  if (auto copied =
          copy_around(connection, source, {.silence = options.silence, .until = until}, stream, totals);
      !copied)
    return nothing_done(copied.error());
  if (auto flushed = stream.flush(); !flushed) return nothing_done(flushed.error());
  const Progress total = stream.progress();
  if (options.on_progress) options.on_progress(total);
  totals.rows = total.rows, totals.bytes = total.bytes, totals.elapsed = total.elapsed;
  totals.as_of = facts->timestamp(0, 0);
  return totals;
}

Result<Totals> export_to_file(pg::Connection& connection, const Source& source, const ExportOptions& options,
                              const std::string& path) {
  auto file = PrivateFile::create(path);
  if (!file) return fail(file.error());
  auto done =
      export_to(connection, source, options, [&file](std::string_view bytes) { return file->write(bytes); });
  if (!done) return done;
  // The last check for a cancel: after this the file exists.
  if (connection.cancel_handle().is_cancelled())
    return fail(ErrorKind::cancelled, "The export was cancelled.", "Nothing was exported.");
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
      for (; backslash != std::string_view::npos && backslash + 1 < field.size();
           backslash = field.find('\\', copied)) {
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

namespace {

using tables::Profile;

struct Role {
  std::string name, sql;  // empty sql: the table has no such column
  Kind kind = Kind::text;
  bool secret = false;
};

std::string bare(const std::string& column) {
  return column.empty() ? std::string() : "k." + tables::quoted_name(column);
}

// A time of unknown zone is a text, and no instant.
Role time_role(std::string name, const Profile& p, const tables::Instant& instant) {
  if (instant.empty()) return {std::move(name), {}, Kind::time};
  if (instant.has_unknown_zone()) return {std::move(name), tables::zoneless_text(p, instant)};
  return {std::move(name), tables::shown_instant(p, instant), Kind::time};
}

// A value in a document that the server cannot search is left out: the whole document is not an amount.
std::string placed(const tables::Place& place) {
  const bool inside_text = !place.path.empty() && place.holds == tables::Place::Holds::text;
  return place.empty() || inside_text ? std::string() : browse::place_sql(place);
}

// A whole row is in memory while it is written, and an error of a gigabyte is useless. Only for external
// tables; names and bodies are not cut.
constexpr int text_max = 1'000'000;  // characters

std::string capped(const Profile& p, const tables::Place& place) {
  const std::string text = placed(place);
  if (text.empty() || tables::is_own(p)) return text;
  const std::string length = "pg_catalog.octet_length(" + text + ")";
  return fmt::format(
      "CASE WHEN {} <= {} THEN {} ELSE pg_catalog.left({}, {}) OPERATOR(pg_catalog.||) '... (the first {} "
      "characters of ' OPERATOR(pg_catalog.||) {}::pg_catalog.text OPERATOR(pg_catalog.||) ' bytes)' END",
      length, 4 * text_max, text, text, text_max, text_max, length);
}

// Our word for the state, where the table has its own; empty: the table has none.
std::string our_state(const Profile& p) {
  if (p.states.rules.empty())
    return p.states.otherwise ? tables::literal(key::word(p.states.otherwise->state)) : std::string();
  std::string out = "CASE " + tables::state_number(p);
  for (std::size_t i = 0; const tables::StateRule* rule = tables::rule_at(p, static_cast<std::int64_t>(i));
       ++i) {
    if (i > p.states.rules.size()) break;
    out += fmt::format(" WHEN {} THEN {}", i, tables::literal(key::word(rule->state)));
  }
  return out + " END";
}

Kind kind_of(const tables::Body& body) {
  return body.form == tables::Body::Form::json ? Kind::json : Kind::body;
}

std::vector<Role> roles_of(const Profile& p) {
  const bool own = tables::is_own(p);
  std::vector<Role> roles{{"tenant", bare(p.tenant)}, {"operation", bare(p.operation)}, {"key", bare(p.key)}};
  if (!own) {
    for (const std::string& column : p.identity) {
      if (column != p.tenant && column != p.operation && column != p.key)
        roles.push_back({column, bare(column)});
    }
    roles.push_back(time_role("due", p, p.due));
    roles.push_back({"set_aside", p.set_aside.empty() ? std::string() : tables::is_set_aside(p)});
    roles.push_back({"stored_state", p.states.column.empty() ? std::string() : bare(p.states.column)});
  }
  const std::vector<Role> others{
      {"state", own ? bare(p.states.column) : our_state(p)},
      time_role("created_at", p, p.created_at),
      time_role("updated_at", p, p.updated_at),
      time_role("completed_at", p, p.completed_at),
      time_role("expires_at", p, p.expires_at),
      {"locked_until", p.lease.is_observable() ? tables::shown_lease_end(p) : std::string(), Kind::time},
      {"retry_before", bare(p.retry_before), Kind::time},
      {"fence", bare(p.fence), Kind::number},
      {"holder", bare(p.holder)},
      {"owner", own ? bare(p.owner) : capped(p, {.column = p.owner})},
      {"attempts", p.attempts.empty() ? std::string() : bare(p.attempts[0]), Kind::number},
      {"attempts_finished", p.attempts.size() < 2 ? std::string() : bare(p.attempts[1]), Kind::number},
      {"correlation_id", own ? bare(p.correlation_id) : capped(p, {.column = p.correlation_id})},
      {own ? "error_code" : "error", capped(p, p.error)},
      {"fingerprint_kind", bare(p.fingerprint_kind)},
      {"fingerprint", bare(p.fingerprint.column),
       p.fingerprint.form == tables::Digest::Form::bytes ? Kind::bytes : Kind::text},
      {"response_version", bare(p.response_version), Kind::number},
      {"response_code", bare(p.response_code), Kind::number},
      {"response_headers", bare(p.response_headers), Kind::body, true},
      {"response_body", p.response_body.is_pointer() ? std::string() : bare(p.response_body.column),
       kind_of(p.response_body), true},
      {"retention_s", bare(p.retention_s), Kind::number},
      {"customer", capped(p, p.customer)},
      {"amount", placed(p.amount).empty() ? std::string() : browse::amount_sql(p), Kind::number},
      {"currency", capped(p, p.currency)},
      {"reference", capped(p, p.reference)},
  };
  roles.insert(roles.end(), others.begin(), others.end());
  return roles;
}

// Text of a document, which has no length.
std::string length_of(const Role& role) {
  return fmt::format("pg_catalog.octet_length({}{})", role.sql,
                     role.kind == Kind::json ? "::pg_catalog.text" : "");
}

// The role's value, or only its size if the value must not be shown.
std::string shown(const Role& role, bool reveal) {
  return role.secret && !reveal ? length_of(role) : role.sql;
}

// The same from one of two tables, whose types may differ while the meaning is the same.
std::string shown_of_two(const Role& role, bool reveal) {
  if (role.sql.empty()) return "NULL";
  const bool has_one_type = role.secret || role.kind == Kind::time || role.kind == Kind::bytes;
  return has_one_type ? shown(role, reveal) : "(" + role.sql + ")::pg_catalog.text";
}

// The columns that identify a row, as one text.
std::string name_sql(const Profile& p) {
  std::string names;
  std::vector<std::string> columns = p.identity;
  if (columns.empty()) columns = {p.tenant, p.operation, p.key};
  for (const std::string& column : columns) {
    if (!column.empty()) names += ", " + bare(column);
  }
  return "pg_catalog.concat_ws(' '" + names + ")";
}

// Both tables, merged by the server in the order of the listing.
Result<Source> keys_of_both(const Profile& live, const browse::Filter& filter, bool newest_first,
                            bool reveal) {
  const Profile& archive = *live.twin.profile;
  const std::vector<Role> here = roles_of(live), there = roles_of(archive);
  if (here.size() != there.size()) {
    return fail(
        ErrorKind::unsupported,
        "Besides key, tenant and operation, this table and its archive identify rows by different columns.",
        "Nothing was exported.", "Export them one by one.");
  }
  Source source;
  std::string columns, order, shown_columns;
  const auto add = [](std::string& list, const std::string& item) {
    list += (list.empty() ? "" : ", ") + item;
  };
  for (std::size_t i = 0; i < here.size(); ++i) {
    const Role& role = here[i].sql.empty() ? there[i] : here[i];
    if (role.sql.empty()) continue;
    source.columns.push_back({role.name, role.kind, role.secret && !reveal ? Mask::size : Mask::none});
    add(shown_columns, fmt::format("u.c{}", i));
    add(columns, fmt::format("c{}", i));
  }
  source.columns.push_back({"archived"});
  add(shown_columns, "u.archived");
  add(columns, "archived");
  for (std::size_t i = 0; i < tables::order_columns(live).size(); ++i) {
    add(columns, fmt::format("o{}", i));
    add(order, fmt::format("u.o{}{}", i, newest_first ? " DESC" : ""));
  }
  tables::Query& query = source.query;
  query << "SELECT " << shown_columns << " FROM (";
  for (const bool archived : {false, true}) {
    const Profile& p = archived ? archive : live;
    std::string values;
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (!here[i].sql.empty() || !there[i].sql.empty())
        add(values, shown_of_two(archived ? there[i] : here[i], reveal));
    }
    add(values, archived ? "TRUE" : "FALSE");
    for (const std::string& column : tables::order_columns(p)) add(values, bare(column));
    query << (archived ? " UNION ALL SELECT " : "SELECT ") << values << " FROM " << browse::key_row_source(p)
          << " WHERE ";
    if (auto done = browse::where_sql(query, p, filter); !done) return fail(done.error());
  }
  query << ") u (" << columns << ") ORDER BY " << order << ", u.archived";
  return source;
}

}  // namespace

Result<Source> keys(const Profile& profile, const browse::Filter& filter, bool newest_first, bool reveal) {
  if (auto wrong = tables::problem(profile))
    return fail(ErrorKind::invalid_input, *wrong, "Nothing was exported.", "Correct the profile.");
  if (profile.twin.profile) return keys_of_both(profile, filter, newest_first, reveal);
  Source source;
  tables::Query& query = source.query;
  query << "SELECT ";
  for (const Role& role : roles_of(profile)) {
    if (role.sql.empty()) continue;
    if (!source.columns.empty()) query << ", ";
    query << shown(role, reveal);
    source.columns.push_back({role.name, role.kind, role.secret && !reveal ? Mask::size : Mask::none});
  }
  if (tables::is_own(profile)) {
    query << ", k.stuck_since, c.status, c.attempts, c.next_try_at, c.verdict, c.reason";
    for (const auto& [name, kind] :
         {std::pair{"stuck_since", Kind::time}, std::pair{"case_status", Kind::text},
          std::pair{"case_attempts", Kind::number}, std::pair{"next_try_at", Kind::time},
          std::pair{"verdict", Kind::text}, std::pair{"verdict_reason", Kind::text}}) {
      source.columns.push_back({name, kind, Mask::none});
    }
  }
  query << " FROM " << browse::key_row_source(profile) << " WHERE ";
  if (auto done = browse::where_sql(query, profile, filter); !done) return fail(done.error());
  query << browse::order_sql(profile, newest_first);
  tables::Query& names = source.names.emplace();
  names << "SELECT " << name_sql(profile) << " FROM " << browse::key_row_source(profile) << " WHERE ";
  if (auto done = browse::where_sql(names, profile, filter); !done) return fail(done.error());
  names << browse::order_sql(profile, newest_first);
  return source;
}

}  // namespace onceover::exports

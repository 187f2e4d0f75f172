// SPDX-License-Identifier: Apache-2.0
#include "core/audit/verify.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/enum_names.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::audit {

namespace {

constexpr std::size_t kept_findings = 100;

// The settings under which the chain's text is written. With row_security off the server refuses to leave
// rows out.
constexpr std::string_view as_chained =
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL client_encoding = 'UTF8'; SET LOCAL timezone "
    "= 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL bytea_output = 'hex'; SET LOCAL row_security = "
    "off; SET LOCAL statement_timeout = 0";

// Words of one line of COPY: hex, numbers and uuids, so that nothing is escaped; \N means none.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    const std::string_view word = line.substr(at, end - at);
    words.emplace_back(word == "\\N" ? std::string_view() : word);
    at = end + 1;
  }
  return words;
}

std::int64_t number_of(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Progress, rare enough to cost nothing. Inserted or removed rows make the total slightly wrong: never above
// it.
class Advance {
 public:
  explicit Advance(const VerifyProgress& progress) : progress_(progress) {}
  void begin(std::int64_t total) {
    total_ = total;
    progress_(0, total_);
  }
  void one() {
    if (++done_ % lines_between == 0 && progress_) progress_(std::min(done_, total_), total_);
  }
  void end() const {
    if (progress_) progress_(total_, total_);
  }

 private:
  static constexpr std::int64_t lines_between = 2'000;
  const VerifyProgress& progress_;
  std::int64_t done_ = 0, total_ = 0;
};

// Throws an error as .value() does.
template <class Take>
void stream(pg::Transaction& transaction, std::string_view query, std::size_t columns, Take take) {
  // the sort of a large trail comes before the first row
  const pg::CopyLimits limits{.silence = std::chrono::minutes(30)};
  require(transaction.connection().copy_out(
      fmt::format("COPY ({}) TO STDOUT", query), limits, [&](std::string_view line) -> Result<void> {
        const std::vector<std::string> words = words_of(line);
        if (words.size() != columns)
          return fail(ErrorKind::internal, "A line of the trail's chain cannot be read.");
        take(words);
        return {};
      }));
}

}  // namespace

constexpr auto fault_words = enum_names<Fault>();

std::string_view word(Fault fault) { return fault_words.of(fault); }

std::string sentence(const Finding& f) {
  const std::string row = f.row ? fmt::format("Audit row {}", *f.row) : "A row";
  const std::string link = fmt::format("link {} of session {}{}", f.seq, f.writer,
                                       f.row ? fmt::format(" (from audit row {})", *f.row) : "");
  switch (f.fault) {
    case Fault::row_changed: return row + " was changed after it was written.";
    case Fault::row_missing: return row + " was removed.";
    case Fault::row_unlinked: return row + " was inserted without a link.";
    case Fault::row_twice: return row + " is in two links.";
    case Fault::row_user: return row + " names a database user that did not write it.";
    case Fault::row_time: return row + " has a time at which it was not written.";
    case Fault::link_changed: return "The chain was changed at " + link + ".";
    case Fault::link_missing: return "The chain has a gap before " + link + ".";
    case Fault::link_unchained: return "The chain was rebuilt before " + link + ".";
    case Fault::link_foreign: return "Another session continued the chain at " + link + ".";
    case Fault::seal_changed: return fmt::format("Seal {} was changed.", f.seal);
    case Fault::seal_missing: return fmt::format("A seal before seal {} was removed.", f.seal);
    case Fault::seal_unchained: return fmt::format("The seals were rebuilt before seal {}.", f.seal);
    case Fault::seal_left: return fmt::format("A seal after seal {} was removed or rebuilt.", f.seal);
    case Fault::tail_missing:
      return fmt::format("Links of session {1} up to link {2} changed or disappeared after seal {0}.", f.seal,
                         f.writer, f.seq);
    case Fault::anchor_missing:
      return fmt::format("The anchor's seal {} is missing: the trail was truncated.", f.seal);
    case Fault::anchor_differs:
      return fmt::format("Seal {} differs from the anchor: the trail was rebuilt.", f.seal);
  }
  return row;
}

std::string to_json(const Anchor& anchor) {
  return nlohmann::ordered_json{{"onceover_anchor", 1},
                                {"number", anchor.number},
                                {"hash", anchor.hash},
                                {"at", anchor.at},
                                {"database", anchor.database}}
             .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) +
         '\n';
}

Result<Anchor> anchor_from_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  const auto is_hex = [](const std::string& hash) {
    return hash.size() == 64 && hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  };
  if (!json.is_object() || !json.contains("onceover_anchor") || json["onceover_anchor"] != 1 ||
      !json.contains("number") || !json["number"].is_number_integer() ||
      json["number"].get<std::int64_t>() < 1 || !json.contains("hash") || !json["hash"].is_string() ||
      !is_hex(json["hash"].get<std::string>())) {
    return fail(ErrorKind::invalid_input, "This is not an anchor of an audit trail.", "Nothing was verified.",
                "Name a file that `oncectl audit anchor` wrote.");
  }
  const auto text_at = [&](const char* name) {
    return json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : std::string();
  };
  return Anchor{json["number"].get<std::int64_t>(), json["hash"].get<std::string>(), text_at("at"),
                text_at("database")};
}

void Check::add(Finding finding) {
  ++out_.found;
  const bool about_row = word(finding.fault).starts_with("row_");
  if (about_row && finding.row && (!out_.first_row || *finding.row < *out_.first_row))
    out_.first_row = finding.row;
  if (out_.findings.size() < kept_findings) out_.findings.push_back(std::move(finding));
}

void Check::row(const LinkedRow& row) {
  const bool again = last_row_ == row.id;
  if (!again) ++out_.rows;
  last_row_ = row.id;
  if (again) {
    add({Fault::row_twice, row.id, row.writer, row.seq, 0});
  } else if (row.linked.empty()) {
    add({Fault::row_unlinked, row.id, {}, 0, 0});
  } else if (row.standing.empty()) {
    add({Fault::row_missing, row.id, row.writer, row.seq, 0});
  } else if (row.linked != row.standing) {
    add({Fault::row_changed, row.id, row.writer, row.seq, 0});
  } else if (!row.user_confirmed) {
    add({Fault::row_user, row.id, row.writer, row.seq, 0});
  } else if (!row.time_confirmed) {
    add({Fault::row_time, row.id, row.writer, row.seq, 0});
  }
}

void Check::link(const Link& link) {
  ++out_.links;
  const bool goes_on = link.writer == last_link_.writer;
  if (!goes_on) ++out_.chains;
  const std::int64_t due = goes_on ? last_link_.seq + 1 : 1;
  const std::string behind = goes_on ? last_link_.hash : "";
  const Finding here{Fault::link_changed, link.first_row, link.writer, link.seq, 0};
  const auto found = [&](Fault fault) {
    Finding finding = here;
    finding.fault = fault;
    add(std::move(finding));
  };
  if (link.seq != due) {
    found(Fault::link_missing);
  } else if (link.prev != behind) {
    found(Fault::link_unchained);
  } else if (goes_on && link.owner != last_link_.owner) {
    found(Fault::link_foreign);
  }
  if (link.hash != link.computed) found(Fault::link_changed);
  last_link_ = link;
}

void Check::seal(const Seal& seal) {
  ++out_.seals;
  if (seal.lacks_joined) {
    add({Fault::seal_missing, {}, {}, 0, seal.number});
  } else if (seal.prev != seal.prev_computed) {
    add({Fault::seal_unchained, {}, {}, 0, seal.number});
  }
  if (!seal.is_joined) add({Fault::seal_left, {}, {}, 0, seal.number});
  if (seal.hash != seal.computed || seal.heads != seal.heads_computed)
    add({Fault::seal_changed, {}, {}, 0, seal.number});
  if (anchor_ && anchor_->number == seal.number) {
    anchor_seen_ = true;
    if (anchor_->hash != seal.hash) add({Fault::anchor_differs, {}, {}, 0, seal.number});
  }
}

void Check::head(const Head& head) {
  if (head.hash != head.link_hash) add({Fault::tail_missing, {}, head.writer, head.seq, head.seal});
}

Verified Check::end() {
  if (anchor_ && !anchor_seen_) add({Fault::anchor_missing, {}, {}, 0, anchor_->number});
  return std::move(out_);
}

Result<Verified> verify(pg::Connection& connection, const std::optional<Anchor>& anchor,
                        const VerifyProgress& progress) {
  return as_result([&]() -> Result<Verified> {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true,
                                                           .statement_timeout = std::nullopt,
                                                           .lock_timeout = std::nullopt,
                                                           .also = as_chained})
                           .value();
    Advance advance(progress);
    if (progress) advance.begin(transaction.exec(sql::verify_count).value().integer(0, 0));
    Check check(anchor);
    using Words = std::vector<std::string>;
    const auto all = [&](std::string_view query, std::size_t columns, auto take) {
      stream(transaction, query, columns, [&](const Words& w) {
        take(w);
        advance.one();
      });
    };
    all(sql::verify_rows, 7, [&](const Words& w) {
      check.row({number_of(w[0]), w[1], number_of(w[2]), w[3], w[4], w[5] == "1", w[6] == "1"});
    });
    all(sql::verify_links, 7, [&](const Words& w) {
      check.link({w[0], number_of(w[1]), w[2], w[3], w[4], number_of(w[5]), w[6]});
    });
    all(sql::verify_seals, 9, [&](const Words& w) {
      check.seal({number_of(w[0]), w[1], w[2], w[3] == "1", w[4] == "1", w[5], w[6], w[7], w[8]});
    });
    all(sql::verify_heads, 5, [&](const Words& w) {
      check.head({number_of(w[0]), w[1], number_of(w[2]), w[3], w[4]});
    });
    const pg::Rows unsealed = transaction.exec(sql::verify_unsealed).value();
    advance.end();
    Verified verified = check.end();
    verified.unsealed_links = unsealed.integer(0, 0);
    return verified;
  });
}

Result<std::int64_t> count_unsealed(pg::Connection& connection) {
  return pg::run(connection, sql::verify_unsealed, {},
                 {.read_only = true, .statement_timeout = std::chrono::minutes(5)})
      .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
}

Result<std::optional<std::int64_t>> seal(pg::Connection& connection) {
  return pg::run(
             connection, "SELECT onceover.seal_audit()", {},
             {.statement_timeout = std::nullopt, .lock_timeout = std::chrono::seconds(30), .durable = true})
      .map([](const pg::Rows& rows) { return rows.optional_integer(0, 0); });
}

Result<std::optional<Anchor>> newest_anchor(pg::Connection& connection) {
  constexpr std::string_view sql =
      "SELECT s.number, pg_catalog.encode(s.hash, 'hex'), s.at, pg_catalog.current_database()::text FROM "
      "onceover.audit_seals s ORDER BY s.number DESC LIMIT 1";
  return pg::run(connection, sql).map([](const pg::Rows& rows) -> std::optional<Anchor> {
    if (rows.empty()) return std::nullopt;
    return Anchor{rows.integer(0, 0), rows.text(0, 1), iso(rows.timestamp(0, 2)), rows.text(0, 3)};
  });
}

namespace {

// The settings under which the chain's text is written.
constexpr std::string_view as_written =
    "SET LOCAL client_encoding = 'UTF8'; SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET "
    "LOCAL bytea_output = 'hex'";

}  // namespace

std::optional<Fault> fault_of(const RowLink& link) {
  if (link.standing.empty()) return Fault::row_missing;
  if (link.writer.empty()) return Fault::row_unlinked;
  if (link.linked != link.standing) return Fault::row_changed;
  if (link.hash != link.computed) return Fault::link_changed;
  if (link.seq > 1 && link.before.empty()) return Fault::link_missing;
  if (link.prev != link.before) return Fault::link_unchained;
  return std::nullopt;
}

Result<std::vector<RowLink>> links_of(pg::Connection& connection, const std::vector<std::int64_t>& ids,
                                      Duration within) {
  return as_result([&] {
    const pg::Rows rows = pg::run(connection, sql::audit_links_of, pg::params(ids),
                                  {.read_only = true, .statement_timeout = within, .also = as_written})
                              .value();
    return rows.map([&rows](int i) {
      RowLink link;
      rows.read(i, 0, link.id, link.writer, link.seq, link.linked, link.standing, link.prev, link.hash,
                link.computed, link.before, link.seal);
      if (link.writer.empty()) link.computed.clear();  // no link, so nothing was computed
      return link;
    });
  });
}

Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to, Duration within) {
  return as_result([&] {
    const pg::Rows rows = pg::run(connection, sql::audit_tally, pg::params(from, to),
                                  {.read_only = true, .statement_timeout = within})
                              .value();
    return rows.map([&rows](int i) {
      Tally one;
      rows.read(i, 0, one.action, one.verdict, one.to_state, one.n, one.keys);
      return one;
    });
  });
}

}  // namespace onceover::audit

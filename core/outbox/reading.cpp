// SPDX-License-Identifier: Apache-2.0
// What a relay reads next: the events of a window between two snapshots, or earlier ones, in batches that end
// long before its lease.
#include <algorithm>
#include <utility>

#include "core/outbox/relay.h"
#include "core/pg/one_row.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

// Windows of up to so many rows are found by their transactions and sorted; larger ones are walked by seq,
// since sorting them again for each batch costs more than looking at each row once.
constexpr std::int64_t small_window = 4000;
// Rows that one statement looks at, whatever it finds among them: a statement must end long before the lease.
constexpr std::int64_t most_looked_at = 50'000;
constexpr int left_out = 10;  // a column of outbox_walk

// The first event that a sized statement would read.
std::string only_one(std::string_view sql, bool without_contents) {
  std::string text(sql);
  constexpr std::string_view contents = "e.type, e.payload, e.content_type, e.headers::text";
  if (without_contents)
    text.replace(text.find(contents), contents.size(), "NULL::text, NULL::bytea, NULL::text, NULL::text");
  return text + "\nLIMIT 1";
}

}  // namespace

// Into read_ahead_. Returns how many. The connection is free after it.
std::size_t Relay::take_asked() {
  if (!std::exchange(asked_, false)) return 0;
  Owned& o = *owned_;
  auto taken = connection_.take();
  if (!taken) {
    narrow(taken.error());
    return 0;
  }
  const std::vector<pg::Rows>& rows = *taken;
  const pg::Rows& events = rows[2];
  may_send_ = (may_send_ || read_ahead_.empty()) && rows[3].boolean(0, 0);
  if (config_.only_reads) unflushed_ = rows[3].text(0, 1);
  std::size_t found = 0, largest = 0;
  for (const int all = events.size(); static_cast<int>(found) < all; ++found) {
    const int row = static_cast<int>(found);
    if (events.boolean(row, left_out)) break;
    read_ahead_.push_back(stored(events, row));
    read_ahead_.back().unreadable = o.unreadable;
    o.pos = read_ahead_.back().seq;
    read_places_.push_back({o.window, o.pos});
    largest = std::max(largest, read_ahead_.back().payload.value_or(std::string_view()).size());
  }
  o.is_sized = static_cast<int>(found) < events.size() || largest > static_cast<std::size_t>(most_payload());
  if (o.alone > 0) --o.alone;
  o.unreadable.clear();
  if (!events.empty()) return found;
  if (o.is_late) {
    o.is_late = false;
    o.pos = std::max(o.pos, *o.walk_from);
  } else if (o.is_large || o.drain) {
    pass_by();
  } else {
    o.is_read = true;
  }
  return found;
}

// An event that cannot be read stops no other: the next ones are read one by one, and where one of these
// fails it is read without its contents, and given up.
void Relay::narrow(const Error& error) {
  Owned& o = *owned_;
  if (!pg::may_be_one_row(error) || !o.unreadable.empty()) raise(error);
  if (o.alone > 0) o.unreadable = pg::cannot_be_read(error);
  o.alone = std::max(o.alone, config_.batch);
}

// None of the next rows is to be published: they are passed, or there is none.
void Relay::pass_by() {
  Owned& o = *owned_;
  const pg::Rows passed =
      (o.drain ? look(sql::outbox_drain_pass,
                      pg::params(o.pos, o.drain->up_to, most_looked_at, std::max(o.since, o.drain->since)))
               : look(sql::outbox_pass, pg::params(o.window->from, o.window->to, o.pos, config_.topics,
                                                   o.since, most_looked_at)))
          .value();
  if (!o.drain && passed.boolean(0, 1)) return;
  o.is_read = passed.is_null(0, 0) || (!o.drain && passed.integer(0, 0) >= o.walk_to);
  if (!o.is_read) {
    o.pos = passed.integer(0, 0);
    // So that another one need not look at them again.
    if (lanes_.size() == 0 && read_ahead_.empty() && dying_.empty()) o.place = Place{o.window, o.pos};
  } else if (o.drain) {
    o.drain.reset();
    o.is_drained = true;
  }
}

Result<pg::Rows> Relay::look(std::string_view sql, const pg::Params& params) {
  const pg::Statement all[] = {{sql::outbox_settings, {}}, hold(), {sql, params}};
  return connection_.pipeline(all, pg::Connection::Ends::open).map([](const std::vector<pg::Rows>& rows) {
    return rows[2];
  });
}

// What became visible since the last window. False: nothing did.
bool Relay::open_window() {
  Owned& o = *owned_;
  const pg::Rows next = look(sql::outbox_window, pg::params(o.window->to, small_window)).value();
  if (!next.is_null(0, 3)) refuse_subscriber(next.text(0, 3));
  if (next.boolean(0, 2)) refuse_foreign();
  const std::int64_t rows = next.integer(0, 1);
  o.window = std::make_shared<const Window>(Window{o.window->to, next.text(0, 0)});
  o.pos = 0;
  o.walk_to = next.integer(0, 4);
  o.is_large = rows >= small_window;
  o.is_read = rows == 0;
  o.walk_from.reset();
  return rows > 0;
}

// Where the walk of a large window begins: before that there are only events of transactions that were open
// at the window's start, found by them. A walk from the first of those would look at all that was written
// while they were open. False: not found yet, look again.
bool Relay::find_walk() {
  Owned& o = *owned_;
  if (o.walk_from) return true;
  if (o.window->from == before_all) {
    o.walk_from = 0;
    return true;
  }
  const pg::Rows next =
      look(sql::outbox_first, pg::params(o.window->from, o.window->to, pg::or_null(o.searched_xid),
                                         o.searched_seq, most_looked_at))
          .value();
  if (!next.is_null(0, 0)) {
    o.least = std::min(o.least, next.integer(0, 0));
    o.searched_xid = next.text(0, 1);
    o.searched_seq = next.integer(0, 2);
    return false;
  }
  o.walk_from = std::exchange(o.least, std::numeric_limits<std::int64_t>::max()) - 1;
  o.searched_xid.clear();
  o.searched_seq = 0;  // the first look of the next window begins before all events of its first transaction
  const pg::Rows late = look(sql::outbox_late_first, pg::params(o.window->from, o.window->to, o.pos)).value();
  o.is_late = !late.is_null(0, 0) && late.integer(0, 0) <= *o.walk_from;
  if (!o.is_late) o.pos = std::max(o.pos, *o.walk_from);
  return true;
}

// For the next events, and then whether all that was written by then may go out. Nothing is asked where
// nothing became visible.
void Relay::ask() {
  Owned& o = *owned_;
  std::string_view sql = sql::outbox_drain;
  std::string one;
  pg::Params params;
  if (o.drain) {
    params = pg::params(o.pos, o.drain->up_to, config_.topics, config_.most_batch_bytes, config_.batch,
                        std::max(o.since, o.drain->since), most_looked_at, o.kept.window.from,
                        o.kept.window.to, o.kept.pos, o.drain->except);
  } else {
    if (o.is_read && !open_window()) return;
    if (o.is_large && !find_walk()) return;
    const bool is_sized = !o.is_large || o.is_late || o.is_sized || o.alone > 0;
    sql = !o.is_large ? sql::outbox_small
          : o.is_late ? sql::outbox_late
          : is_sized  ? sql::outbox_walk_sized
                      : sql::outbox_walk;
    params = pg::params(o.window->from, o.window->to, o.pos, config_.topics,
                        is_sized ? config_.most_batch_bytes : most_payload(), o.since);
    if (o.is_large) params.integer(config_.batch).integer(o.is_late ? *o.walk_from : most_looked_at);
  }
  if (o.alone > 0) sql = one = only_one(sql, !o.unreadable.empty());
  pg::Statement may_send{sql::outbox_flushed, {}};
  if (!config_.only_reads)
    may_send = {sql::relay_may_send,
                pg::params(o.ctid, config_.name, o.fence, o.kept.window.from, o.kept.window.to, o.kept.pos)};
  const pg::Statement all[] = {
      {sql::outbox_settings, {}}, hold(), {sql, std::move(params)}, std::move(may_send)};
  require(connection_.send(all, pg::Connection::Ends::open));
  asked_ = true;
}

// The next events, into read_ahead_. Returns how many. The server reads those behind them meanwhile.
Result<std::size_t> Relay::read() {
  return as_result([&]() -> std::size_t {
    looked_at_ = Steady::now();
    if (!asked_) ask();
    const std::size_t found = take_asked();
    if (found > 0 && (owned_->is_large || owned_->drain)) ask();
    return found;
  });
}

}  // namespace onceover::outbox

// SPDX-License-Identifier: Apache-2.0
#include "core/shift/hand_over.h"

#include <fmt/format.h>

#include <set>

#include "core/approval/approval.h"
#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/browse/sight.h"
#include "core/exports/cell_text.h"
#include "core/outbox/operate.h"
#include "core/pg/server_identity.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/plan/plan.h"
#include "core/reconcile/case_list.h"
#include "core/reconcile/note.h"
#include "core/schema/schema.h"

namespace onceover::shift {
namespace {

bool ends_all(const pg::Connection& connection, const Error& error) {
  return !connection.is_open() || error.is_cancelled();
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string all;
  for (const std::string& part : parts) {
    if (!part.empty()) all += (all.empty() ? "" : std::string(between)) + part;
  }
  return all;
}

std::string of_key(const key::Identity& id, const std::string& relation) {
  return joined(
      {id.key, relation.empty() ? id.operation : relation, id.tenant.empty() ? "" : "tenant " + id.tenant},
      ", ");
}

std::string labelled(const std::string& what, const std::string& text) {
  return text.empty() ? "" : what + text;
}

std::string line_of(const audit::Record& act) {
  const std::string left(audit::left_as(act));
  return joined({fmt::format("{} {}", moment(act.at), act.action), act.id ? of_key(*act.id, act.relation) : "",
                 act.from_state.empty() ? left : act.from_state + " to " + left,
                 labelled("reason: ", act.reason), labelled("ticket: ", act.ticket)},
                "; ");
}

std::string line_of(const reconcile::ListedCase& one, const reconcile::NoteTally& notes, Timestamp as_of) {
  const bool is_loud = one.shout != reconcile::Shout::none;
  const std::string who = !one.subject
                              ? ""
                              : joined({one.subject->customer.value_or(""), one.subject->amount.value_or(""),
                                        one.subject->amount ? one.subject->currency.value_or("") : ""},
                                       " ");
  return joined({is_loud ? (one.shout == reconcile::Shout::two_effects ? "TWO EFFECTS" : "ANOTHER EFFECT")
                 : one.needs_person() ? "needs a person"
                                      : "asked again automatically",
                 of_key(one.id, one.relation), who, "open for " + human(as_of - one.opened_at), one.reason,
                 notes.last ? fmt::format("note by {}: {}", notes.last->actor.name, notes.last->text) : ""},
                "; ");
}

std::string line_of(const approval::Approval& a) {
  return joined({fmt::format("no. {}, {}", a.id, a.act), of_key(a.known_as, a.relation),
                 fmt::format("asked by {} ({}) at {}", a.requested_by, a.actor.name, moment(a.asked_at)),
                 labelled("reason: ", a.reason), labelled("ticket: ", a.ticket)},
                "; ");
}

std::string line_of(const plan::Plan& p) {
  return joined({fmt::format("{}, {}", p.name, plan::word(p.act)),
                 fmt::format("{}{}", plan::word(p.state), p.state_why.empty() ? "" : ": " + p.state_why),
                 fmt::format("{} of {} rows ended", p.ended, p.items), "made by " + p.actor.name,
                 labelled("reason: ", p.reason)},
                "; ");
}

std::string line_of(const reconcile::PlacedNote& note) {
  return joined({fmt::format("{} {}", moment(note.at), note.actor.name),
                 of_key(note.subject.id, note.subject.relation), note.text},
                "; ");
}

class Maker {
 public:
  Maker(pg::Connection& connection, HandOver& note)
      : connection_(connection), note_(note), hidden_(browse::hidden_own_tables(connection)) {}

  // read fills the part; what it throws makes the part unknown.
  template <class Read>
  void add(std::string id, std::string title, const std::set<std::string_view>& tables, Read read) {
    Part part{.id = std::move(id), .title = std::move(title), .lines = {}, .unknown = {}};
    const Result<void> done = as_result([&] { read(part); });
    if (!done && ends_all(connection_, done.error())) raise(done.error());
    if (!done) {
      part.unknown = done.error().sentence();
    } else if (!tables.empty() && part.unknown.empty()) {
      const auto known = hidden_ ? browse::known_of(*hidden_, tables)
                                 : unfinished::Knowledge{.why = hidden_.error().sentence()};
      if (known.known != unfinished::Known::exact) part.unknown = unfinished::explanation(known);
    }
    part.more = part.more || part.lines.size() > most_lines;
    if (part.lines.size() > most_lines) part.lines.resize(most_lines);
    note_.parts.push_back(std::move(part));
  }
  // lines of the list that is read, with its statement.
  template <class List>
  void add_lines(Part& part, const List& list, const std::string& sql) {
    for (const auto& one : list) part.lines.push_back(line_of(one));
    if (!sql.empty()) note_.sql += (note_.sql.empty() ? "" : ";\n\n") + sql;
  }

 private:
  pg::Connection& connection_;
  HandOver& note_;
  Result<std::vector<browse::HiddenTable>> hidden_;
};

// Whether anything is stuck in a table that shows no leases: only where nothing is unfinished, nothing is.
unfinished::Knowledge known_without_leases(const browse::Backlog::Part& unfinished) {
  unfinished::Knowledge known = unfinished.knowledge;
  if (unfinished.n == 0) return known;
  known.known = unfinished::Known::unknown;
  known.why = joined({fmt::format("{} unfinished, and the table shows no leases.",
                                  unfinished.n == 1 ? "1 is" : fmt::format("{} are", unfinished.n)),
                      known.why},
                     " ");
  return known;
}

// A line of a list: literal, on one line.
std::string literal_line(const std::string& text) {
  std::string out;
  exports::append_markdown(out, redacted(text), false);
  return out;
}

}  // namespace

bool HandOver::nothing_waits() const {
  return std::ranges::all_of(parts, [](const Part& part) {
    return part.unknown.empty() && (part.lines.empty() || part.id == "notes" || part.id == "acts");
  });
}

Result<StuckWords> stuck_words(pg::Connection& connection, TableList all) {
  return as_result([&] {
    StuckWords words;
    for (const auto& table : all) {
      const std::string name = table->schema + '.' + table->table;
      browse::Browser browser(connection, *table);
      // what: "keys are stuck"; read: how many, and how far that is known.
      const auto add = [&](std::string_view one, std::string_view many, auto read) {
        const auto found = as_result(read);
        if (!found && ends_all(connection, found.error())) raise(found.error());
        if (!found && found.error().sqlstate == pg::sqlstate::undefined_table) {
          if (words.absent.empty() || words.absent.back() != name) words.absent.push_back(name);
          return;
        }
        const auto known = found ? found->known : unfinished::Knowledge{.why = found.error().sentence()};
        const bool is_exact = known.known == unfinished::Known::exact;
        const std::int64_t n = found && known.known != unfinished::Known::unknown ? found->n : 0;
        if (n > 0) {
          const bool has_money = !found->money.empty() || !found->money.is_known();
          const std::string money =
              has_money ? fmt::format(" ({})", key::in_words(found->money)) : std::string();
          words.stuck.push_back(fmt::format("{}{} {} in {}{}.", is_exact ? "" : "At least ", n,
                                            n == 1 ? one : many, name, money));
        }
        if (is_exact) return;
        words.unknown.push_back((n > 0 ? "" : fmt::format("Whether {} in {} is unknown. ", many, name)) +
                                unfinished::explanation(known));
      };
      struct Found {
        std::int64_t n;
        unfinished::Knowledge known;
        key::Sums money = {};
      };
      std::optional<Result<browse::Backlog>> read_backlog;
      const auto backlog = [&]() -> const browse::Backlog& {
        if (!read_backlog) read_backlog = browser.backlog();
        return read_backlog->value();
      };
      const bool is_published =
          table->kind == tables::Kind::outbox && tables::own_events(table->name).has_value();
      if (const std::string why = browse::why_no_instant(table->lease.at); !why.empty()) {
        words.unknown.push_back(fmt::format("Whether keys are stuck in {} is unknown. {}", name, why));
      } else if (!is_published) {
        add("key is stuck", "keys are stuck", [&]() -> Found {
          if (!table->lease.is_observable()) return {0, known_without_leases(backlog().unfinished)};
          const auto answer = browser.stuck_groups(1).value();
          return {answer.unfinished.stuck, answer.unfinished.knowledge, answer.all.money};
        });
      }
      if (is_published) {
        // Which events are given up, its relays know.
        add("event is given up", "events are given up", [&]() -> Found {
          std::int64_t dead = 0;
          const auto relays = outbox::relays(connection).value();
          for (const outbox::RelayView& relay : relays) dead += relay.dead;
          return {dead, browse::known_of(browse::hidden_own_tables(connection).value(),
                                         {"relays", "outbox", "outbox_parked"})};
        });
      } else if (table->kind != tables::Kind::idempotency) {
        add("event is given up", "events are given up", [&]() -> Found {
          const auto& dead = backlog().dead;
          return {dead.n, dead.knowledge};
        });
      }
    }
    return words;
  });
}

Result<HandOver> hand_over(pg::Connection& connection, const std::string& actor, Duration back,
                           TableList all) {
  return as_result([&] {
    const schema::Status status = schema::status(connection).value();
    if (!status.is_readable()) raise(ErrorKind::schema, status.sentence(), "Nothing was read.");
    HandOver note;
    note.actor = actor;
    note.as_of = pg::server_time(connection).value();
    note.from = note.as_of - back;
    note.store = pg::server_identity(connection).value().database;
    for (const auto& table : all) note.tables.push_back(table->schema + '.' + table->table);
    Maker maker(connection, note);
    maker.add("cases", "Open cases", {"cases", "row_cases", "keys"}, [&](Part& part) {
      const auto list =
          reconcile::list_cases(connection, {.open_too = true, .after = {}, .limit = most_lines}, all)
              .value();
      std::vector<reconcile::NoteSubject> subjects;
      for (const auto& one : list.cases) subjects.push_back({one.id, one.relation, one.row_key_json});
      const auto notes = reconcile::note_tallies(connection, subjects);
      for (std::size_t i = 0; i < subjects.size(); ++i)
        part.lines.push_back(
            line_of(list.cases[i], notes ? (*notes)[i] : reconcile::NoteTally{}, list.as_of));
      part.more = list.next.has_value();
      note.sql = list.sql;
    });
    maker.add("approvals", "Waits for a second approver", {"approvals"}, [&](Part& part) {
      maker.add_lines(part, approval::list(connection, false, most_lines + 1).value(),
                      approval::list_sql(false, most_lines + 1));
    });
    maker.add("plans", "Plans that are not finished", {"plans"}, [&](Part& part) {
      auto plans = plan::list(connection, {}, 1'000).value();
      std::erase_if(plans, [](const auto& one) {
        return one.state == plan::State::finished || one.state == plan::State::stopped;
      });
      maker.add_lines(part, plans, {});
    });
    maker.add("stuck", "Stuck, and given up", {}, [&](Part& part) {
      auto words = stuck_words(connection, all).value();
      part.lines = std::move(words.stuck);
      part.unknown = joined(words.unknown, " ");
      note.absent = std::move(words.absent);
      std::erase_if(note.tables, [&](const std::string& table) {
        return std::ranges::find(note.absent, table) != note.absent.end();
      });
    });
    maker.add("notes", "Notes of this shift", {"notes"}, [&](Part& part) {
      const auto latest = reconcile::notes_since(connection, note.from, most_lines).value();
      maker.add_lines(part, latest.notes, latest.sql);
      part.more = latest.more;
    });
    maker.add("acts", "Acts of " + actor, {"audit"}, [&](Part& part) {
      audit::Filter filter;
      filter.actor = actor;
      filter.from = note.from;
      const auto page = audit::page(connection, filter, {}, most_lines).value();
      maker.add_lines(part, page.records, page.sql);
      part.more = page.next.has_value();
    });
    return note;
  });
}

std::string to_markdown(const HandOver& note, const std::string& words) {
  std::string out = fmt::format("# Hand-over of {}\n\nStore {}, from {} to {}.\n", literal_line(note.actor),
                                literal_line(note.store), moment(note.from), moment(note.as_of));
  if (!words.empty()) {
    out += '\n';
    for (std::size_t at = 0; at <= words.size();) {
      const auto end = std::min(words.find('\n', at), words.size());
      out += "> " + literal_line(words.substr(at, end - at)) + '\n';
      at = end + 1;
    }
  }
  if (note.nothing_waits()) {
    // Other tables of the database may have stuck rows: those that were looked at are named.
    out += fmt::format("\nNothing waits for a person, and nothing is stuck in {}.\n",
                       literal_line(joined(note.tables, ", ")));
  }
  for (const Part& part : note.parts) {
    out += fmt::format("\n## {}\n\n", literal_line(part.title));
    for (const std::string& line : part.lines) out += "- " + literal_line(line) + '\n';
    if (part.more) out += fmt::format("- … more than these {} exist.\n", part.lines.size());
    if (!part.unknown.empty())
      out += (part.lines.empty() ? "Unknown: " : "There may be more: ") + literal_line(part.unknown) + '\n';
    if (part.is_empty()) out += "None.\n";
    if (part.id == "stuck" && !note.absent.empty())
      out += fmt::format("Not looked at, since this database has no such table: {}.\n",
                         literal_line(joined(note.absent, ", ")));
  }
  return out;
}

}  // namespace onceover::shift

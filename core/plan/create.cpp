// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/plan/plan.h"
#include "core/plan/record.h"
#include "core/reconcile/weigh.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/toml.h"

namespace onceover::plan {
namespace {

using tables::Profile;
using tables::Verb;

constexpr std::string_view not_made = "No plan was made.";

tl::unexpected<Error> refused(std::string what, std::string next = {}) {
  return fail(ErrorKind::invalid_input, std::move(what), std::string(not_made), std::move(next));
}

struct Frozen {
  key::Identity id;
  int line = 0;
  std::string json;
  std::int64_t fence = 0;
  key::Subject subject;
};

key::Sums money_of(const std::vector<Frozen>& rows) {
  key::Sums sums;
  for (const Frozen& row : rows) sums.add(row.subject);
  return sums;
}

// What keeps a row out of a plan; empty where nothing does.
std::string why_left_out(const Profile& p, const browse::KeyRow& row) {
  if (row.archived) return "It is in the archive, which is never written.";
  if (!row.state_known)
    return fmt::format("The profile does not know its state, \"{}\".", visible(row.state_word));
  if (!tables::is_own(p) && row.id.columns.size() != p.identity.size())
    return "Nothing distinguishes it from other rows.";
  for (const std::string* text : {&row.id.tenant, &row.id.operation, &row.id.key}) {
    if (!is_storable(*text)) return "Its identity is not UTF-8.";
  }
  for (const auto& column : row.id.columns) {
    if (column && !is_storable(*column)) return "Its identity is not UTF-8.";
  }
  return {};
}

Frozen frozen_of(const Profile& p, const browse::KeyRow& row, int line) {
  return {row.id, line, frozen_json(p, row), tables::is_own(p) ? row.fence : 0, row.subject};
}

void insert_items(pg::Transaction& transaction, std::int64_t plan, const std::vector<Frozen>& rows) {
  constexpr std::size_t at_once = 1000;
  for (std::size_t from = 0; from < rows.size(); from += at_once) {
    std::vector<std::int64_t> positions, lines, fences;
    std::vector<std::string> tenants, operations, keys, columns, frozen;
    for (std::size_t i = from; i < std::min(rows.size(), from + at_once); ++i) {
      positions.push_back(static_cast<std::int64_t>(i) + 1);
      lines.push_back(rows[i].line);
      tenants.push_back(rows[i].id.tenant);
      operations.push_back(rows[i].id.operation);
      keys.push_back(rows[i].id.key);
      columns.push_back(columns_json(rows[i].id));
      frozen.push_back(rows[i].json);
      fences.push_back(rows[i].fence);
    }
    require(transaction.exec(sql::plan_freeze, pg::params(plan, positions, lines, tenants, operations, keys,
                                                          columns, frozen, fences)));
  }
}

// The description as it is kept: what is read back must be the same.
Result<std::string> frozen_profile(const Profile& p) {
  if (tables::is_own(p)) return std::string();
  // Of our own events without their payloads: a plan acts without reading any, and its runner may not have
  // the right.
  const Profile kept = tables::own_events(p.name, false).value_or(p);
  std::string toml = tables::to_toml({kept});
  auto back = tables::profiles_from_toml(toml, "the frozen profile");
  if (!back)
    return fail(ErrorKind::unsupported, "The profile cannot be written down: " + back.error().what,
                std::string(not_made));
  if (back->size() != 1 || !(back->front() == kept)) {
    return fail(ErrorKind::unsupported, "The profile cannot be written down so that it reads back as it is.",
                std::string(not_made));
  }
  return toml;
}

Result<std::int64_t> insert_plan(pg::Connection& connection, const Profile& p, const NewPlan& plan,
                                 const std::string& chosen_by, const std::vector<Frozen>& rows,
                                 const audit::Actor& actor) {
  require(schema::require_writable(connection));
  const std::string toml = frozen_profile(p).value();
  if (plan.rehearse) return 0;
  const std::string system = pg::system_identifier_sql(connection).value();
  auto transaction =
      pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(30), .durable = true})
          .value();
  const GatewayNamed gateway = plan.gateway.value_or(GatewayNamed{});
  auto made = transaction.exec(
      with_system(sql::plan_insert, system),
      pg::params(plan.name, word(plan.act), pg::or_null(toml), pg::or_null(gateway.name),
                 pg::or_null(gateway.digest), plan.reason, pg::or_null(plan.ticket), pg::or_null(plan.proof),
                 chosen_by, options_json(plan.options), rows.size(), actor.name, actor.host, actor.program));
  if (!made && made.error().sqlstate == "23505") {
    return refused(fmt::format("There is a plan called \"{}\" already.", visible(plan.name)),
                   "Give another name.");
  }
  const std::int64_t id = made.value().integer(0, 0);
  insert_items(transaction, id, rows);
  require(transaction.commit());
  return id;
}

// One line of a list as a condition.
tables::Query condition_of(const Profile& p, const std::vector<std::string>& columns,
                           const ListedKey& listed) {
  tables::Query query;
  std::string_view before;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool of_identity = std::ranges::find(p.identity, columns[i]) != p.identity.end();
    const bool is_role = columns[i] == "key" || columns[i] == "tenant" || columns[i] == "operation";
    const std::string& role_column = columns[i] == "key"      ? p.key
                                     : columns[i] == "tenant" ? p.tenant
                                                              : p.operation;
    const std::string& column = of_identity || !is_role ? columns[i] : role_column;
    const std::optional<std::string>& cell = listed.cells[i];
    query << before;
    before = " AND ";
    if (column.empty()) {  // no column says it: the profile's own word
      query << (columns[i] == "operation" && cell.value_or("") == p.operation_name ? "TRUE"
                : cell                                                             ? "FALSE"
                                                                                   : "TRUE");
      continue;
    }
    query << "k." << tables::quoted_name(column);
    if (cell) {
      (query << " = ").text(*cell);
    } else {
      query << " IS NULL";
    }
  }
  return query;
}

void require_sound(const NewPlan& plan, const Profile& p) {
  require(validate(plan, p));
  if (!p.identity.empty()) return;
  raise({ErrorKind::unsupported,
         "The profile names no identity: no row can be distinguished from all others.",
         std::string(not_made),
         {},
         {},
         {}});
}

using Found = std::vector<std::vector<browse::KeyRow>>;

Found listed_rows(pg::Connection& connection, const Profile& p, const KeyList& list) {
  std::vector<tables::Query> conditions;
  for (const ListedKey& listed : list.keys) conditions.push_back(condition_of(p, list.columns, listed));
  return read_rows(connection, p, conditions);
}

// A tenant that is not given in a column of its own is the empty one.
Found listed_own(pg::Connection& connection, const KeyList& list) {
  std::vector<key::Identity> ids(list.keys.size());
  Any any{.tenant = true, .operation = true};
  for (std::size_t column = 0; column < list.columns.size(); ++column) {
    const std::string& name = list.columns[column];
    if (name == "tenant") any.tenant = false;
    if (name == "operation") any.operation = false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::string cell = list.keys[i].cells[column].value_or("");
      (name == "tenant"      ? ids[i].tenant
       : name == "operation" ? ids[i].operation
                             : ids[i].key) = std::move(cell);
    }
  }
  return read_own(connection, ids, any);
}

}  // namespace

std::string in_words(const browse::Filter& f) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view name, const std::string& value) {
    if (!value.empty()) parts.push_back(fmt::format("{} {}", name, visible(value)));
  };
  if (f.tenant) parts.push_back("tenant \"" + visible(*f.tenant) + "\"");
  if (f.operation) parts.push_back("operation " + visible(*f.operation));
  for (const key::State state : f.states) parts.emplace_back(key::word(state));
  if (f.unknown_state) parts.emplace_back("state unknown");
  if (f.set_aside) parts.emplace_back("set aside");
  add(f.prefix ? "key begins with" : "key", f.key);
  add(f.in_bodies ? "contains, bodies too," : "contains", f.contains);
  add("error", f.error_code);
  add("correlation", f.correlation_id);
  add("reference", f.reference);
  add("customer", f.customer);
  if (f.response_code) parts.push_back(fmt::format("answered {}", *f.response_code));
  if (f.from) parts.push_back("from " + moment(*f.from));
  if (f.to) parts.push_back("to " + moment(*f.to));
  if (f.owner) parts.push_back("owner \"" + visible(*f.owner) + "\"");
  if (f.host) parts.push_back("host \"" + visible(*f.host) + "\"");
  if (f.lease_from) parts.push_back("lease ended from " + moment(*f.lease_from));
  if (f.lease_to) parts.push_back("lease ended before " + moment(*f.lease_to));
  if (f.stuck) parts.emplace_back("stuck");
  if (f.needs_human) parts.emplace_back("a person must decide");
  if (f.dead) parts.emplace_back("dead letters");
  return parts.empty() ? "all rows" : fmt::format("{}", fmt::join(parts, "; "));
}

KeyList key_list_of(const std::vector<key::Identity>& ids, const Profile& p) {
  KeyList list;
  list.columns = tables::is_own(p) ? std::vector<std::string>{"tenant", "operation", "key"} : p.identity;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const key::Identity& id = ids[i];
    std::vector<std::optional<std::string>> cells = id.columns;
    if (tables::is_own(p)) cells = {id.tenant, id.operation, id.key};
    list.keys.push_back({static_cast<int>(i) + 1, std::move(cells)});
  }
  return list;
}

Result<void> validate(const NewPlan& plan, const Profile& p) {
  if (plan.name.empty() || plan.name.size() > 100 || !is_utf8(plan.name) || visible(plan.name) != plan.name)
    return refused("name must be 1 to 100 bytes of text that can be seen.");
  if (plan.reason.empty()) return refused("A reason is needed.", "Say why.");
  for (const std::string* text : {&plan.reason, &plan.ticket, &plan.proof}) {
    if (!is_storable(*text))
      return refused("Reason, ticket and what shows it are text in UTF-8, without NUL.");
  }
  const Options& o = plan.options;
  if (!(o.error_share >= 0 && o.error_share <= 1)) return refused("error_share must be between 0 and 1.");
  if (o.error_count < 1) return refused("error_count must be at least 1.");
  if (!(o.rate >= 0 && o.rate <= 1e6)) return refused("rate must be between 0 and 1000000 items a second.");
  if (o.max_tries < 1 || o.max_tries > 100) return refused("max_tries must be between 1 and 100.");
  if (o.max_attempts < 1) return refused("max_attempts must be at least 1.");
  const bool own = tables::is_own(p);
  if (own && (plan.act == Verb::requeue || plan.act == Verb::discard))
    return refused(
        fmt::format("Keys of onceover.keys are settled, released, extended or reaped; \"{}\" is for tables "
                    "with a profile.",
                    word(plan.act)));
  if (!own && plan.act == Verb::reap)
    return refused("Only keys of onceover.keys are reaped.", "A profile may have the verb discard.");
  if (const auto verb = verb_of(plan.act); verb && !own && !p.writes.contains(*verb))
    return refused(fmt::format("The profile does not say what \"{}\" writes.", tables::word(*verb)));
  if (plan.act == Verb::extend && (o.lease <= Duration{0} || o.lease > longest_lease))
    return refused("extend needs a lease, longer than 0 and at most a day.");
  if (o.cancel && (plan.act != Verb::settle || !own))
    return refused("cancel is for settling keys of onceover.keys.");
  if (plan.gateway) return {};
  if (plan.act == Verb::settle || (own && plan.act == Verb::release))
    return refused("Evidence decides here: a gateway is needed.", "Name the gateway.");
  if (!own && plan.act == Verb::release && tables::says_of_effect(p, Verb::release) &&
      (plan.ticket.empty() || plan.proof.empty()))
    return refused("Without a gateway, release needs a ticket and what shows that nothing happened.",
                   "Give both, or name the gateway.");
  return {};
}

Result<Created> create(pg::Connection& connection, const Profile& p, const NewPlan& plan,
                       const browse::Filter& filter, const audit::Actor& actor) {
  return as_result([&]() -> Result<Created> {
    require_sound(plan, p);
    browse::Browser browser(connection, p);
    browse::PageRequest request{
        .filter = filter, .after = {}, .newest_first = false, .backwards = false, .part = {}, .limit = 1000};
    std::vector<Frozen> rows;
    unfinished::Knowledge known;
    std::set<key::Identity> seen;  // a row whose place in the order changes meanwhile is met twice
    Created created;
    for (;;) {
      auto page = browser.page(request);
      if (!page) {
        Error error = page.error();
        error.not_done = not_made;
        return fail(std::move(error));
      }
      known = page->knowledge;
      for (const browse::KeyRow& row : page->rows) {
        if (const std::string why = why_left_out(p, row); !why.empty()) {
          if (created.left_out.size() < 1000)
            created.left_out.push_back({0, visible(row.id.key) + ": " + why});
        } else if (seen.insert(row.id).second) {
          rows.push_back(frozen_of(p, row, 0));
        }
      }
      if (rows.size() > max_items)
        return refused(fmt::format("More than {} rows are found.", max_items), "Narrow the filter.");
      if (!page->more || page->rows.empty()) break;
      if (!page->remark.empty()) return fail(ErrorKind::unsupported, page->remark, std::string(not_made));
      request.after = browse::cursor_of(page->rows.back());
    }
    const bool is_all = known.known == unfinished::Known::exact;
    if (rows.empty() && !is_all)
      return refused("No row was found, but not all rows are known. " + known.why,
                     known.remedy.empty() ? "Try again later." : known.remedy);
    if (rows.empty()) return refused("No row is found.", "Look at the filter.");
    const std::string from =
        "filter: " + in_words(filter) + (is_all ? "" : "; there may be more: " + known.why);
    auto id = insert_plan(connection, p, plan, from, rows, actor).value();
    created.id = id;
    created.items = static_cast<int>(rows.size());
    created.money = money_of(rows);
    if (!is_all) created.incomplete = unfinished::explanation(known);
    return created;
  });
}

Result<tl::expected<Created, Refused>> create(pg::Connection& connection, const Profile& p,
                                              const NewPlan& plan, const FromList& from,
                                              const audit::Actor& actor) {
  return as_result([&]() -> Result<tl::expected<Created, Refused>> {
    using Outcome = tl::expected<Created, Refused>;
    require_sound(plan, p);
    if (from.list.keys.size() > max_items)
      return refused(fmt::format("More than {} keys are listed.", max_items), "Make several plans of it.");
    std::vector<LineError> errors = from.list.errors;
    if (!errors.empty() && !from.leave_out) return Outcome(tl::unexpected(Refused{std::move(errors)}));
    auto found =
        tables::is_own(p) ? listed_own(connection, from.list) : listed_rows(connection, p, from.list);
    std::vector<Frozen> rows;
    std::map<key::Identity, int> lines;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int line = from.list.keys[i].line;
      const std::vector<browse::KeyRow>& these = found[i];
      if (these.empty()) {
        errors.push_back({line, "There is no such row."});
      } else if (these.size() > 1) {
        errors.push_back(
            {line, "Several rows are called so: name tenant and operation, or all columns of the identity."});
      } else if (const std::string why = why_left_out(p, these.front()); !why.empty()) {
        errors.push_back({line, why});
      } else if (const auto [before, is_new] = lines.emplace(these.front().id, line); !is_new) {
        errors.push_back({line, fmt::format("The same row as line {}.", before->second)});
      } else {
        rows.push_back(frozen_of(p, these.front(), line));
      }
    }
    std::ranges::stable_sort(errors, {}, &LineError::line);
    if ((!errors.empty() && !from.leave_out) || rows.empty()) {
      if (errors.empty()) errors.push_back({1, "There is no key in it."});
      return Outcome(tl::unexpected(Refused{std::move(errors)}));
    }
    auto id =
        insert_plan(connection, p, plan, fmt::format("a list of {} keys", from.list.keys.size()), rows, actor)
            .value();
    return Outcome(Created{.id = id,
                           .items = static_cast<int>(rows.size()),
                           .left_out = std::move(errors),
                           .money = money_of(rows)});
  });
}

}  // namespace onceover::plan

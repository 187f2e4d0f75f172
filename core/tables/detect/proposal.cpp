// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/proposal.h"

#include <set>

#include "core/tables/detect/kind.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"

namespace onceover::tables {
namespace {

// The forms of detection and what they are here. Any other form is unknown.
constexpr auto lease_forms = some_words<Lease::Form>({{Lease::Form::deadline, "deadline"},
                                                      {Lease::Form::deadline, "deadline_sentinel"},
                                                      {Lease::Form::since, "start_plus_constant"},
                                                      {Lease::Form::since, "start_plus_column"},
                                                      {Lease::Form::heartbeat, "heartbeat_plus_constant"},
                                                      {Lease::Form::owner_only, "owner_only"}});
constexpr auto digest_forms = some_words<Digest::Form>(
    {{Digest::Form::bytes, "bytea"}, {Digest::Form::hex, "hex"}, {Digest::Form::base64, "base64"}});
constexpr auto body_forms = some_words<Body::Form>({{Body::Form::bytes, "bytea"},
                                                    {Body::Form::text, "text"},
                                                    {Body::Form::json, "json"},
                                                    {Body::Form::json, "jsonb"}});

constexpr std::string_view path_mark = "path:";

class Proposing {
 public:
  Proposing(const Candidate& candidate, const TableFacts& table) : candidate_(candidate), table_(table) {}

  Proposal all() {
    p_.name = table_.schema + "." + table_.name;
    p_.kind = candidate_.kind;
    p_.schema = table_.schema;
    p_.table = table_.name;
    p_.identity = columns_of("identity");
    if (p_.identity.empty() && role("identity").is == RoleAnswer::Is::none)
      unknown("identity", role("identity").why);
    p_.tenant = column_of("tenant");
    operation();
    key();
    state();
    for (const auto& [name, at] : times_of(p_)) *at = instant(name);
    lease();
    fingerprint();
    p_.response_code = column_of("response_code");
    response_body();
    p_.attempts = columns_of("attempts");
    if (p_.attempts.size() > 2) {
      p_.attempts.clear();
      unknown("attempts", "There are more than two counters. Please choose.");
    }
    if (p_.owner.empty()) p_.owner = column_of("owner");
    for (const auto& [name, place] : places_of(p_)) *place = place_of(name);
    if (!p_.amount.empty() && p_.amount.path.empty())
      p_.amount_decimals = likely_amount_decimals(*table_.column(p_.amount.column));
    set_aside();
    never_null();
    order();
    for (const auto& [name, answer] : candidate_.roles) {
      for (const std::string& ask : answer.asks) unknown(name, ask);
    }
    const auto is_open = [](const StateRule& rule) {
      return rule.state == key::State::failed && !rule.may_retry;
    };
    if (std::ranges::any_of(p_.states.rules, is_open))
      unknown("may_retry",
              "Whether the system itself runs failed rows again is in no catalog. Until it is given, failed "
              "rows are shown as failed, and no reaper deletes them.");
    writes();
    return std::move(out_);
  }

 private:
  const RoleAnswer& role(std::string_view name) const { return candidate_.role(name); }
  void unknown(std::string_view name, std::string why) {
    out_.unknown.emplace_back(std::string(name), std::move(why));
  }

  void no_form(std::string_view name, const std::string& column) {
    unknown(name, fmt::format("The form of \"{}\" is unknown. Please choose (form).", column));
  }

  // Those that the table really has.
  std::vector<std::string> columns_of(std::string_view name) {
    const RoleAnswer& answer = role(name);
    if (answer.is == RoleAnswer::Is::unknown) unknown(name, answer.why);
    if (answer.is != RoleAnswer::Is::found) return {};
    for (const std::string& column : answer.columns) {
      if (table_.column(column) != nullptr) continue;
      unknown(name, fmt::format("\"{}\" is not a column of this table.", column));
      return {};
    }
    return answer.columns;
  }
  std::string column_of(std::string_view name) {
    auto columns = columns_of(name);
    if (columns.size() > 1) unknown(name, "Several columns hold it together. Please choose one.");
    return columns.size() == 1 ? columns[0] : std::string();
  }

  void operation() {
    auto columns = columns_of("operation");
    if (columns.empty()) return;
    // Of method and path the path says more.
    p_.operation = columns.back();
    if (columns.size() > 1)
      unknown("operation",
              fmt::format("Several columns hold it together; \"{}\" was taken.", columns.back()));
  }

  void key() {
    std::vector<std::string> left;
    for (const std::string& column : p_.identity) {
      if (column != p_.tenant && column != p_.operation) left.push_back(column);
    }
    const auto named = [](const std::string& column) {
      return fits(Name(column), sign::idempotency_key) || names_an_event_id(Name(column));
    };
    if (left.size() > 1 && std::ranges::count_if(left, named) == 1)
      left = {*std::ranges::find_if(left, named)};
    // A view has no unique key, and is read by what its rows are called all the same; so is a table whose key
    // may miss rows.
    const bool is_called_otherwise = p_.kind == Kind::idempotency && std::ranges::none_of(left, named);
    if (p_.identity.empty() || is_called_otherwise) {
      std::vector<std::string> ids = std::exchange(left, {});
      for (const ColumnFacts& column : table_.columns) {
        if (named(column.name) && Column(column).is_opaque()) left.push_back(column.name);
      }
      if (left.empty()) left = std::move(ids);
    }
    // A profile needs one: rows are called by it. The one that differs most between rows: in other columns
    // many rows are called the same.
    const auto differs = [this](const std::string& name) {
      return table_.column(name) != nullptr ? table_.column(name)->values.size() : 0;
    };
    for (const std::string& column : left) {
      if (p_.key.empty() || differs(column) >= differs(p_.key)) p_.key = column;
    }
    if (left.size() == 1) return;
    if (p_.key.empty() && !p_.identity.empty()) p_.key = p_.identity.back();
    if (p_.key.empty() && !table_.columns.empty()) p_.key = table_.columns.front().name;
    unknown("key", fmt::format("{} \"{}\" was taken. Please choose.",
                               left.empty() ? "No column looks like the name that others give a row."
                                            : "Several columns might name a row for others.",
                               p_.key));
  }

  void state() {
    const RoleAnswer& answer = role("state");
    if (columns_of("state").size() == answer.columns.size()) p_.states = answer.states;
    // What was cancelled has not failed, where another word says that: no one works on it.
    const auto is_failed = [](const StateRule& rule) { return rule.state == key::State::failed; };
    const auto is_called_off = [&](const StateRule& rule) {
      return is_failed(rule) && rule.when.size() == 1 &&
             std::ranges::any_of(rule.when[0].values, means_cancelled);
    };
    if (std::ranges::count_if(p_.states.rules, is_failed) ==
        std::ranges::count_if(p_.states.rules, is_called_off))
      return;
    for (const StateRule& rule : p_.states.rules) {
      if (is_called_off(rule)) p_.set_aside.push_back(rule.when[0]);
    }
    std::erase_if(p_.states.rules, is_called_off);
  }

  Instant instant_of(std::string_view name, const std::string& column) {
    const Column c(*table_.column(column));
    if (c.facts.is_day()) {
      unknown(name,
              fmt::format("\"{}\" is a day. Please give the time zone in which it begins (zone).", column));
      return {.column = column, .form = TimeForm::timestamp, .zone = std::string(unknown_zone)};
    }
    const auto form = time_form(c);
    const auto known = form ? time_form_from_word(*form) : std::nullopt;
    if (!known) {
      unknown(name,
              fmt::format("\"{}\": no row shows the unit of its numbers. Please give it (form).", column));
      return {};
    }
    if (!has_no_zone(c)) return {.column = column, .form = *known};
    if (!zone_) zone_ = zone_of_timestamps(table_);
    if (zone_->zone == unknown_zone)
      unknown(name, fmt::format("\"{}\" has no time zone, and the rows do not show in which one it is "
                                "written: {} Please give it (zone).",
                                column, zone_->why));
    return {.column = column, .form = *known, .zone = zone_->zone};
  }

  Instant instant(std::string_view name) {
    const auto column = column_of(name);
    return column.empty() ? Instant{} : instant_of(name, column);
  }

  bool is_taken(const std::string& column) const {
    const auto states = state_columns(p_);
    return instant_in(p_, column) != nullptr || std::ranges::find(states, column) != states.end();
  }

  // Deleted softly, archived or cancelled, where no word of the state says so.
  void set_aside() {
    for (const std::string_view gone : {"deleted", "archived", "cancelled", "canceled"}) {
      const bool is_a_state = std::ranges::any_of(p_.states.rules, [&](const StateRule& rule) {
        return std::ranges::any_of(rule.when, [&](const Condition& c) {
          return std::ranges::any_of(c.values, [&](const std::string& word) { return Name(word).has(gone); });
        });
      });
      if (is_a_state) continue;
      for (const ColumnFacts& column : table_.columns) {
        const bool says_so =
            fits(Name(column.name), fmt::format("{} at|is|on; ={}", gone, gone)) && !is_taken(column.name);
        if (!says_so) continue;
        if (column.is_integer() && column.values.size() == 2 && is_yes_or_no(column))
          p_.set_aside.push_back({.column = column.name, .is = Condition::Is::one_of, .values = {"1"}});
        if (const Column time(column); column.is_integer() && time.time && column.not_null && may_lack(time))
          p_.set_aside.push_back({.column = column.name,
                                  .is = Condition::Is::between,
                                  .lowest = 1,
                                  .highest = std::numeric_limits<std::int64_t>::max()});
        if (column.type == ColumnFacts::Type::boolean)
          p_.set_aside.push_back({.column = column.name, .is = Condition::Is::yes});
        if (column.is_instant() && !column.not_null)
          p_.set_aside.push_back({.column = column.name, .is = Condition::Is::not_null});
      }
    }
  }

  // The value that says free, as the server writes it; empty where no default and no row shows it.
  static std::string sentinel_of(const ColumnFacts& column) {
    for (const std::string& value : column.values) {
      if (means_none(Column(column), value)) return value;
    }
    if (column.default_sql.find("infinity") != std::string::npos)
      return column.default_sql.find("-infinity") != std::string::npos ? "-infinity" : "infinity";
    if (column.type == ColumnFacts::Type::integer) return "0";
    return column.type == ColumnFacts::Type::timestamptz ? "1970-01-01 00:00:00+00" : "1970-01-01 00:00:00";
  }

  void lease() {
    const auto columns = columns_of("lease");
    const std::string& word = role("lease").form;
    const auto form = lease_forms.from(word);
    if (columns.empty()) return;
    if (!form) return no_form("lease", columns[0]);
    if (*form == Lease::Form::owner_only) {
      p_.lease.form = *form;
      p_.owner = columns[0];
      return;
    }
    Lease lease{.form = *form, .at = instant_of("lease", columns[0])};
    if (lease.at.empty()) return;
    if (word == "deadline_sentinel") lease.free = sentinel_of(*table_.column(columns[0]));
    if (columns.size() > 1) lease.length_column = columns[1];
    if (fits(Name(lease.length_column), "ms|millis|millisecond|minute|min"))
      return unknown("lease", "The column of its length does not seem to hold seconds. Please choose.");
    if (!lacks_length(lease)) {
      p_.lease = lease;
      return;
    }
    out_.lease_without_length = lease;
    unknown("lease", fmt::format("It is counted from \"{}\" (form = \"{}\"). How long it lasts (length_s) is "
                                 "never in the catalog: ask the people who run the service. Until it is "
                                 "given, no row is called stuck.",
                                 columns[0], lease_words.of(lease.form)));
  }

  void fingerprint() {
    const auto column = column_of("fingerprint");
    if (column.empty()) return;
    if (const auto known = digest_forms.from(role("fingerprint").form)) {
      p_.fingerprint = {.column = column, .form = *known};
      return;
    }
    std::set<std::string> prefixes;
    bool is_hex = true;
    for (const std::string& value : table_.column(column)->values) {
      const std::size_t end = value.find_first_of(":=") + 1;  // 0: there is none
      prefixes.insert(value.substr(0, end));
      std::string bytes;
      is_hex = is_hex && from_hex(std::string_view(value).substr(end), bytes);
    }
    if (role("fingerprint").form == "prefixed" && prefixes.size() == 1) {
      p_.fingerprint = {column, is_hex ? Digest::Form::hex : Digest::Form::base64, *prefixes.begin()};
    } else {
      no_form("fingerprint", column);
    }
  }

  void response_body() {
    const auto column = column_of("response_body");
    const auto form = body_forms.from(role("response_body").form);
    if (!column.empty() && form) p_.response_body = {.column = column, .form = *form};
    if (!column.empty() && !form) no_form("response_body", column);
  }

  Place place_of(std::string_view name) {
    const auto column = column_of(name);
    if (column.empty()) return {};
    const std::string& form = role(name).form;
    if (!form.starts_with(path_mark)) return {.column = column};
    const bool is_jsonb = table_.column(column)->type_name == "jsonb";
    return {column, form.substr(path_mark.size()), is_jsonb ? Place::Holds::jsonb : Place::Holds::text};
  }

  void never_null() {
    for (const std::string& column : columns_named(p_)) {
      if (is_never_null(column)) p_.never_null.push_back(column);
    }
  }
  bool is_never_null(const std::string& column) const {
    const ColumnFacts* facts = table_.column(column);
    return facts != nullptr && facts->not_null;
  }

  // An index that begins with the time of creation and ends in something unique serves every listing;
  // otherwise the identity's own does.
  void order() {
    const std::string& created = p_.created_at.column;
    const auto is_unique = [&](const std::string& column) {
      return column == p_.identity.front()
                 ? p_.identity.size() == 1
                 : std::ranges::any_of(table_.indexes, [&](const IndexFacts& index) {
                     return index.unique && index.predicate.empty() &&
                            index.columns == std::vector<std::string>{column};
                   });
    };
    bool begins = false;
    for (const IndexFacts& index : table_.indexes) {
      const bool serves = !p_.identity.empty() && is_never_null(created) &&
                          index.columns.front() == created && index.predicate.empty();
      begins = begins || serves;
      const bool holds = std::ranges::all_of(
          index.columns, [&](const std::string& column) { return is_never_null(column); });
      if (!serves || !holds || index.columns.size() < 2 || !is_unique(index.columns.back())) continue;
      p_.order = index.columns;
      std::ranges::copy_if(p_.order, std::back_inserter(p_.never_null),
                           [&](const auto& column) { return !p_.is_never_null(column); });
      return;
    }
    // Otherwise created_at and the identity, as by default.
    if (!begins &&
        std::ranges::all_of(p_.identity, [&](const auto& column) { return p_.is_never_null(column); }))
      p_.order = p_.identity;
  }

  void writes() {
    if (!is_table(table_.what)) {
      for (const Verb verb : all_verbs)
        out_.writes.unknown.emplace_back(verb, "its rows can only be read: it is not a table.");
      return;
    }
    Profile leased = p_;
    if (!out_.lease_without_length.at.empty()) leased.lease = out_.lease_without_length;
    out_.writes = propose_writes(leased, table_);
  }

  const Candidate& candidate_;
  const TableFacts& table_;
  std::optional<ZoneAnswer> zone_;
  Proposal out_;
  Profile& p_ = out_.profile;
};

// How a person's choice is written, where the role has a table of its own.
std::string how_written(std::string_view role, const Lease& begun) {
  if (role == "state") {
    return R"(#     [profile.state]
#     column = "…"
#     words = { "its word or code" = "in_progress", "another" = "succeeded", "a third" = "failed" }
)";
  }
  if (role == "may_retry")
    return "#     words = { \"its word\" = { state = \"failed\", may_retry = false } }\n";
  if (role != "lease") return {};
  if (!begun.at.empty())
    return fmt::format("#     [profile.lease]\n#     form = \"{}\"\n#     at = \"{}\"\n#     length_s = 90\n",
                       lease_words.of(begun.form), visible(begun.at.column));
  return R"(#     [profile.lease]
#     form = "deadline"     # until a time; "since": from a time on, for length_s; "heartbeat": a sign of life, good for length_s
#     at = "…"
#     length_s = 90         # not of a deadline
)";
}

}  // namespace

Proposal propose(const Candidate& candidate, const TableFacts& table) {
  return Proposing(candidate, table).all();
}

std::string to_toml(const Proposal& proposal) {
  std::string out;
  if (!proposal.unknown.empty()) out += "# The database does not show the following. Please choose:\n";
  for (const auto& [role, why] : proposal.unknown) {
    out += fmt::format("#   {}: {}\n", visible(role), visible(why));
    out += how_written(role, proposal.lease_without_length);
  }
  out += to_toml(std::vector<Profile>{proposal.profile});
  if (!proposal.profile.lease.is_observable()) {
    const Instant& at =
        proposal.profile.created_at.empty() ? proposal.profile.updated_at : proposal.profile.created_at;
    out += fmt::format(
        "\n# No lease shows what is stuck. To call stuck what is unfinished for longer than a time, remove "
        "these #, or use\n"
        "# `oncectl stuck --older-than 15m`:\n# [profile.lease]\n# form = \"age\"\n# at = \"{}\"\n# length_s "
        "= 900\n",
        at.empty() ? "…" : visible(at.column));
  }
  out +=
      "\n# With this profile the table is only read. Below is what each verdict would write, as far as the "
      "database shows.\n"
      "# The service may expect further columns to be written: see its code. Remove the # of what is right, "
      "then run\n"
      "# `oncectl profile inspect`.\n";
  for (const auto& [verb, write] : proposal.writes.writes) {
    const std::string text = to_toml(verb, write);
    if (const auto looks = proposal.writes.looks.find(verb); looks != proposal.writes.looks.end())
      out += fmt::format("# {}: {}\n", word(verb), looks->second);
    for (std::string_view lines = text; !lines.empty();) {
      const auto end = lines.find('\n');
      out += fmt::format("# {}\n", lines.substr(0, end));
      lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    }
  }
  for (const auto& [verb, why] : proposal.writes.unknown)
    out += fmt::format("# {}: {}\n", word(verb), visible(why));
  return out;
}

}  // namespace onceover::tables

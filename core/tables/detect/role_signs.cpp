// SPDX-License-Identifier: Apache-2.0
// The signs of roles: a table, and the solver that reads it. Roles that need more than columns judged one by
// one are in roles_*.cpp.

#include <nlohmann/json.hpp>

#include "core/tables/detect/roles.h"

namespace onceover::tables {
namespace {

// Each value has a status of HTTP in it, named as such.
bool holds_answers(const Column& c) {
  constexpr std::size_t enough_rows = 8, longest_mark = 12;  // `"status_code": `, `"status";i:`
  return c.facts.values.size() >= enough_rows && c.all_values([](std::string_view v) {
    const auto at = v.find("status");
    if (at == std::string_view::npos) return false;
    std::string_view rest = v.substr(at + 6);
    const auto digit = rest.find_first_of("0123456789");
    if (digit == std::string_view::npos || digit > longest_mark || rest.size() < digit + 4) return false;
    rest = rest.substr(digit);
    return rest[0] >= '2' && rest[0] <= '5' && is_ascii_digit(rest[1]) && is_ascii_digit(rest[2]) &&
           !is_ascii_digit(rest[3]);
  });
}

// Of the unfinished rows, exactly those whose word means that they are worked on have this time.
bool begins_work(const Column& time, const std::vector<Column>& columns) {
  constexpr std::size_t enough_rows = 3;
  return any(columns, [&](const Column& words) {
    if (!has_life_words(words) || words.facts.sample.size() != time.facts.sample.size()) return false;
    std::size_t working = 0, waiting = 0;
    for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
      const Cell& word = words.facts.sample[row];
      if (!word || usual_meaning(*word) != key::State::in_progress) continue;
      const bool works = means_working(*word);
      if (works != has_value(time, row)) return false;
      ++(works ? working : waiting);
    }
    return working >= enough_rows && waiting >= enough_rows;
  });
}

// Statuses of HTTP; some systems write 0 where there is no answer.
bool holds_codes(const Column& c) {
  const auto numbers = c.numbers();
  return numbers &&
         std::ranges::all_of(*numbers,
                             [](double n) { return n == 0 || (n >= lowest_code && n <= highest_code); }) &&
         (numbers->empty() || std::ranges::any_of(*numbers, [](double n) { return n != 0; }));
}

bool has_numbers(const Column& c, double lowest, double highest) {
  const auto numbers = c.numbers();
  return numbers && std::ranges::all_of(*numbers, [&](double n) { return n >= lowest && n <= highest; });
}

// It begins above 1: its default is, or most rows have the largest number.
bool may_count_down(const Column& c) {
  constexpr std::size_t least_rows = 8;
  if (!c.name.has("retry") || fits(c.name, "count|attempt")) return false;
  if (number_from<double>(c.facts.default_sql).value_or(0) >= 2) return true;
  const auto numbers = c.numbers();
  if (!numbers || numbers->size() < 2 || c.facts.sample.size() < least_rows) return false;
  const double most = *std::ranges::max_element(*numbers);
  const auto full = std::ranges::count_if(
      c.facts.sample, [&](const Cell& cell) { return cell && number_from<double>(*cell) == most; });
  return most >= 2 && 2 * static_cast<std::size_t>(full) >= c.facts.sample.size();
}

// Few values, each in several rows, without digits or spaces: names of what is done, and no ids.
bool recurs_as_a_word(const Column& c) {
  constexpr std::size_t enough_rows = 12;
  return c.facts.sample.size() >= enough_rows && !has_nulls(c) && c.facts.values.size() >= 2 &&
         3 * c.facts.values.size() <= c.facts.sample.size() && c.all_values([](std::string_view v) {
           return v.size() >= 2 && v.size() <= 120 &&
                  v.find_first_of("0123456789 {@") == std::string_view::npos;
         });
}

bool is_dotted_or_past(std::string_view value) {
  return value.find('.') != std::string_view::npos || is_past_event(value);
}

// Seconds of a default such as `now() + interval '24 hours'`, as the server writes it: "7 days", "24:00:00";
// nullopt where it says nothing of the kind.
std::optional<double> default_span(const Column& column) {
  const std::string& text = column.facts.default_sql;
  const auto at = text.find('\'');
  if (!is_default_now(column) || text.find('+') == std::string::npos || at == std::string::npos)
    return std::nullopt;
  int number = 0, minutes = 0, seconds = 0;
  if (std::sscanf(text.c_str() + at, "'%d:%d:%d", &number, &minutes, &seconds) == 3)
    return number * 3600.0 + minutes * 60.0 + seconds;
  char unit[4] = {};
  if (std::sscanf(text.c_str() + at, "'%d %3[a-z]", &number, unit) != 2) return std::nullopt;
  const std::string_view u = unit;
  const double days = u == "day" ? 1 : u == "mon" ? 30 : 0;
  return days > 0 ? std::optional(days * 86400 * number) : std::nullopt;
}

// What each role is called where no column, or more than one, has it.
constexpr std::pair<std::string_view, std::string_view> nouns[] = {
    {"updated_at", "time of the last change"},
    {"response_code", "response's status"},
    {"response_body", "stored response"},
    {"attempts", "number of attempts"},
    {"owner", "holder"},
    {"created_at", "time of creation"},
    {"due", "time when work is due"},
    {"lease_by_use", "lease"},
    {"work", "work that a job does"},
    {"completed_at", "time of completion"},
    {"expires_at", "end of the retention"},
    {"fingerprint", "fingerprint of the request"}};

std::string_view noun_of(std::string_view role) {
  const auto* at = std::ranges::find(nouns, role, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(nouns) ? role : at->second;
}

}  // namespace

// Of the columns that fit the signs of a tier, those are left that fit a sign of `rather`, where some do. One
// column has the role; of several a person chooses. `ask`: whatever fits is asked about. Tiers are read in
// order, and the first that fits answers.
enum class As { is, rather, ask };

struct RoleSign {
  std::string_view role;
  int tier;
  As as;
  double confidence;
  std::string_view columns;  // a pattern
  const char* says;
  bool (*holds)(const Roles& roles, const Column& column) = nullptr;
  std::string_view form = {};  // empty: that of an instant, a digest, or the column's type
};

struct RoleSigns {
  using R = const Roles&;
  using C = const Column&;

  static bool is_queue(R r, C) { return r.kind_ == Kind::queue; }
  static bool is_request(R r, C) { return r.kind_ == Kind::idempotency; }
  static bool has_http(R r, C c) {
    // Of an event or a job such a name may mean anything: its values decide.
    return (holds_codes(c) && (is_request(r, c) || c.has_values() || !r.has_rows())) ||
           (r.state_.form == "response_code" && r.state_.columns[0] == c.facts.name);
  }
  static bool in_identity(R r, C c) { return is_among(r.identity_, c.facts.name); }
  static bool not_in_identity(R r, C c) { return !in_identity(r, c); }
  static bool beside_a_lease(R r, C) { return r.lease_ != nullptr; }
  static bool while_unfinished(R r, C c) { return is_queue(r, c) && r.is_set_while_unfinished(c); }
  // The worker that finished a row no longer holds it.
  static bool holds_on(R r, C c) {
    return !c.name.has("processed") || r.is_set_while_unfinished(c) || r.states_of_rows().empty();
  }
  // Free rows have none.
  static bool comes_and_goes(R r, C c) { return r.lease_ != nullptr && absent_together(c, *r.lease_); }
  static bool is_the_code(R r, C c) { return &c == r.shape_.code && r.shape_.answered_later; }
  static bool is_the_body(R r, C c) {
    return &c == r.shape_.body && r.shape_.answered_later && is_mute(r.shape_.code->name);
  }
  static bool is_an_answer(R r, C c) {
    return is_request(r, c) && (r.comes_with_the_answer(c) || holds_answers(c));
  }

  // ## Of what is done
  // Few words, and no document, whatever it is called.
  static bool is_short(R, C c) {
    return std::ranges::all_of(c.facts.values, [](const std::string& v) {
      return v.size() <= 120 && v.find('\n') == std::string::npos && !v.starts_with('{') &&
             !v.starts_with('[');
    });
  }
  // A queue for each sort of work, and none for all.
  static bool sorts_work(R, C c) {
    return c.facts.values.size() >= 2 && !is_among(c.facts.values, "default");
  }
  static bool names_what_is_done(R r, C c) {
    // What ends in "id" names a thing and not what is done with it; a consumer's is its name.
    const bool inside = in_identity(r, c);
    if (names_an_event_id(c.name) ||
        (fits(c, "$id") && !(inside && fits(c, "consumer|handler|listener|subscriber"))))
      return false;
    // A bare "type" is that of the event where events are kept; elsewhere it may be the type of anything.
    if (fits(c, "=type") && !inside) return !is_request(r, c);
    if (fits(c,
             "status|state|response|content|result|aggregate|error|mime|output|payload|environment|media|"
             "body|json|data|text|at"))
      return false;
    return fits(c,
                "operation|action|command|route|endpoint|consumer|handler|listener|topic|destination; =type; "
                "message|event|request type|name;"
                "class+name") ||
           (inside && fits(c, "method -http|payment; name process|processor")) ||
           (inside && r.kind_ == Kind::inbox && fits(c, "=name")) ||
           (r.kind_ == Kind::outbox && fits(c, "=event|queue|category; trigger+name; messageable+type")) ||
           (!is_request(r, c) && fits(c, "=task.name|routing.key"));
  }

  // ## Of times
  static bool is_done(R r, C c) { return names_done(c, r.kind_); }
  static bool may_begin(R, C c) {
    return !fits(c,
                 "until|expire|expiry|expiration|deadline|by|next|last|run|available|visible|due|scheduled|"
                 "schedule|deliver|lock|locked|"
                 "updated|modified|keep|heartbeat|execution|after|before");
  }
  // Never later than another time of its row, and earlier than each in some.
  static bool is_before_all(R r, C c) {
    const auto others = [&](const auto& holds) {
      return std::ranges::all_of(r.columns_,
                                 [&](C other) { return &other == &c || !time_form(other) || holds(other); });
    };
    return may_begin(r, c) && c.facts.sample.size() >= 8 && !has_nulls(c) &&
           !others([](C) { return false; }) && others([&](C other) {
             const auto between = spans(c, other);
             return between.size() >= 3 && between.front() >= -0.001 && between.back() > 0.01;
           });
  }
  // A time that is named for the end is absent at first, and never earlier.
  static bool is_before_the_end(R r, C c) {
    const auto ends =
        r.those([&](C end) { return fits(end, "@time -@needed") && is_done(r, end) && may_begin(r, end); });
    return may_begin(r, c) && !ends.empty() &&
           std::ranges::all_of(ends, [&](const Column* end) { return never_before(*end, c).value_or(true); });
  }
  static bool is_an_end(R r, C c) {
    return is_done(r, c) || (r.state_.meanings.contains("not null") && r.state_.form == "timestamps" &&
                             r.state_.columns[0] == c.facts.name);
  }
  // A beginning is never in the future.
  static bool ends_a_lease(R r, C c) {
    constexpr double clocks_differ_s = 60;
    const bool is_ahead =
        r.table_.now_s > 0 && !c.is(Type::timestamp) && has_later(c, r.table_.now_s + clocks_differ_s);
    return (fits(c, lock) ||
            fits(c, "processing|running|executing|working|progress|sending|delivering|publishing")) &&
           (is_ahead || fits(c, "until|till|expire|expiry|expiration|exp|deadline|end|timeout"));
  }
  // Of rows that wait most have it ahead, and each that has ended has it behind: it decides when they are
  // taken. A retention is as long for all.
  static bool decides_when(R r, C c) {
    constexpr double clocks_differ_s = 60, widest_offset_s = 14 * 3600;
    constexpr std::size_t enough_rows = 3;
    const auto states = r.states_of_rows();
    const auto since = r.since_creation(c);
    const bool is_alike = since.size() >= enough_rows && since.back() - since.front() < 5;
    if (is_request(r, c) || is_alike || r.table_.now_s <= 0 || states.size() != c.facts.sample.size())
      return false;
    const double now = r.table_.now_s + (c.is(Type::timestamp) ? widest_offset_s : clocks_differ_s);
    std::size_t waiting = 0, ahead = 0, ended = 0;
    for (std::size_t row = 0; row < states.size(); ++row) {
      const Cell& cell = c.facts.sample[row];
      const auto at = cell ? seconds_of(*cell, *c.time) : std::nullopt;
      const bool is_ahead = at && *at > now;
      if (states[row] == "in_progress") {
        ++waiting;
        ahead += is_ahead ? 1 : 0;
      } else if (is_ahead) {
        return false;
      } else {
        ended += at ? 1 : 0;
      }
    }
    return ahead >= enough_rows && 2 * ahead > waiting && ended >= enough_rows;
  }
  // Rows lack it until they start, and it is never ahead.
  static bool is_a_start(R r, C c) {
    return fits(c, "start|run|execute|execution -after|next|from|schedule|scheduled|planned") &&
           r.table_.now_s > 0 && has_nulls(c) && !lies_ahead(r, c);
  }
  static bool lies_ahead(R r, C c) { return r.table_.now_s > 0 && has_later(c, r.table_.now_s + 60); }
  static bool has_a_sentinel(R r, C c) {
    const std::string& sql = c.facts.default_sql;
    const auto has = [&](const char* text) { return sql.find(text) != std::string::npos; };
    const bool is_default = has("to_timestamp(") || has("1970") || has("epoch") || has("infinity");
    return ends_a_lease(r, c) &&
           (is_default || c.any_value([&](std::string_view v) { return means_none(c, v); }));
  }
  static bool begins_a_lease(R r, C c) {
    return fits(c, lock) && !ends_a_lease(r, c) && !fits(c, "un|unlocked|released|next");
  }
  static Columns beginnings(R r) {
    return r.those([&](C c) { return time_form(c) && begins_a_lease(r, c); });
  }
  static bool is_alive(R r, C) { return beginnings(r).size() <= 1; }
  // Short in some rows and long in others, an expiry is a lease first and a retention later. Beside a time
  // that each row has from its insertion, it may end the lease as well.
  static bool begins_or_ends(R r, C c) {
    const auto starts = beginnings(r), ends = r.those("@time expire|expiry|expiration");
    if (!is_request(r, c) || starts.size() != 1 || ends.size() != 1) return false;
    const auto between = r.since_creation(*ends[0]);
    const bool is_twofold = between.size() >= 8 && between.front() <= 900 && between.back() >= 3600;
    return (&c == starts[0] || &c == ends[0]) && (is_twofold || fits(*starts[0], "@needed @now"));
  }
  static bool is_a_holder(R r, C) { return r.those(holder).size() == 1; }
  // What was delivered is over where another column shows an end.
  static bool is_a_pick_up(R r, C c) {
    const auto shows_an_end = [&](C other) {
      return &other != &c && (tells_of_life(other) || (other.is_integer() && fits(other, sign::state)));
    };
    return fits(c, "delivered") && !any(r.columns_, shows_an_end);
  }
  static bool takes_work(R r, C c) {
    return !is_request(r, c) &&
           ((is_queue(r, c) && (fits(c, "attempted|fetched|taken") || is_a_pick_up(r, c))) ||
            fits(c, "publishing|sending") || (c.name.has("processing") && begins_work(c, r.columns_)));
  }
  static bool expires_soon(R r, C c) { return is_request(r, c) && typical_span(r, c) <= 900; }
  static bool marks_work(R r, C c) {
    const auto filled =
        std::ranges::count_if(c.facts.sample, [](const Cell& cell) { return cell.has_value(); });
    return !is_request(r, c) && 2 * c.facts.values.size() <= static_cast<std::size_t>(filled) &&
           begins_work(c, r.columns_);
  }
  static double typical_span(R r, C c) {
    const auto spans = r.since_creation(c);
    return default_span(c).value_or(spans.empty() ? 0 : spans[spans.size() / 2]);
  }

  // ## Of the end
  static bool is_sure_end(R r, C c) {
    const auto since = r.since_creation(c);
    return is_an_end(r, c) && may_lack(c) && !is_default_now(c) &&
           (since.empty() || since.front() >= -86400) && !r.is_set_while_unfinished(c);
  }
  static bool is_the_only_end(R r, C c) {
    return is_sure_end(r, c) && r.those([&](C other) {
                                   return fits(other, end) && (is_an_end(r, other) || fits(other, vague_end));
                                 }).size() == 1;
  }
  static bool is_the_only_time(R r, C c) {
    return r.kind_ == Kind::inbox && r.is_by_presence_ && is_an_end(r, c) &&
           std::ranges::count_if(r.columns_, [](C other) { return time_form(other).has_value(); }) == 1;
  }
  static bool comes_with_the_code(R r, C c) {
    return r.shape_.answered_later && absent_together(c, *r.shape_.code) && r.created_ != nullptr &&
           never_before(c, *r.created_).value_or(false);
  }

  // Set only where the beginning is, and never before it; no other time is an end.
  static bool ends_what_began(R r, C c) {
    return has_nulls(c) && r.those(vague_end).size() == 1 && any(r.columns_, [&](C begin) {
             if (!fits(begin, "@time start|started|begin|begun -next|last|after") ||
                 begin.facts.sample.size() != c.facts.sample.size() ||
                 !never_before(c, begin).value_or(false))
               return false;
             for (std::size_t row = 0; row < c.facts.sample.size(); ++row) {
               if (has_value(c, row) && !has_value(begin, row)) return false;
             }
             return true;
           });
  }

  // Whatever its name.
  static bool is_there_at_success(R r, C c) {
    const auto states = r.states_of_rows();
    if (!c.time || states.size() != c.facts.sample.size()) return false;
    std::size_t succeeded = 0, unfinished = 0;
    for (std::size_t row = 0; row < states.size(); ++row) {
      if (states[row] == "failed") continue;
      const bool is_over = states[row] == "succeeded";
      if (has_value(c, row) != is_over) return false;
      ++(is_over ? succeeded : unfinished);
    }
    return succeeded >= 8 && unfinished >= 3;
  }
  static bool is_the_only_one_at_success(R r, C c) {
    return is_there_at_success(r, c) &&
           std::ranges::count_if(r.columns_, [&](C other) { return is_there_at_success(r, other); }) == 1;
  }

  // ## Of the retention
  static bool is_kept_for_hours(R r, C c) {
    const auto between = r.since_creation(c);
    return is_request(r, c) && !has_nulls(c) && between.size() >= 8 && between.front() >= 2 * 3600 &&
           between.back() - between.front() < 5;
  }
  static bool lasts_for_hours(R r, C c) {
    const auto since = r.since_creation(c);
    return default_span(c).value_or(since.empty() ? 0 : since.front()) >= 3600;
  }

  // ## Of digests
  // What is absent while there is no answer was made of the answer, unless its name says otherwise.
  static bool is_of_request(R r, C c) {
    return (c.name.has("request") || r.shape_.code == nullptr || !absent_together(c, *r.shape_.code)) &&
           (fits(c, "request|payload|body|param|input|content|message|event -key") ||
            (is_request(r, c) && fits(c, "fingerprint -key")));  // of a job, it may be that of a thing
  }
  static bool is_digest(R r, C c) { return is_of_request(r, c) && (!c.has_values() || digest_form(c)); }
  static bool is_the_only_digest(R r, C c) {
    const auto named = r.those(digest);
    return &c == r.shape_.digest && (named.empty() || named[0] == &c);
  }

  static constexpr std::string_view lock =
      "lock|locked|lease|leased|claim|claimed|reserved|picked|held|acquired";
  static constexpr std::string_view holder =
      "@opaque -@time by|owner|holder lock|locked|lease|leased|claim|claimed|reserved|picked|held|acquired";
  static constexpr std::string_view token =
      "@opaque -@time lock|locked|lease|leased|claim|claimed|reserved|picked|held|acquired";
  static constexpr std::string_view claimed_by =
      "@uuid|text token lock|locked|reservation|acquired|claim|lease|owner";
  static constexpr std::string_view end = "@time -next|last|after|until|before";
  static constexpr std::string_view vague_end =
      "@time -next|last|after|until|before delivered|executed|end|ended|closed|finish|complete|stop|stopped";
  static constexpr std::string_view retention =
      "@time expire|expiry|expiration|expired|retention|retain|purge|delete|keep|cleanup|ttl -lock|lease "
      "-deleted";
  static constexpr std::string_view digest =
      "@text|bytes fingerprint|hash|digest|checksum|sha|md "
      "-response|result|previous|prev|chain|password|token|algorithm|algo|version|kind|type";
  static constexpr std::string_view version = "@number -@time version|revision|rev|generation|epoch";
  static constexpr std::string_view created =
      "@time -last|next|expire|lock|locked|lease "
      "added|entered|entry|received|enqueued|enqueue|recorded|stored|registered|occurred|raised|seen|"
      "captured|"
      "queued|submitted|insertion|arrived|logged";
  static constexpr std::string_view held =
      "attempted|fetched|locked|lock|claimed|picked|leased|lease|processed|processing|reserved|owned|taken";

  static constexpr RoleSign all[] = {
      {"tenant", 1, As::is, 0.85,
       "@opaque|int "
       "tenant|account|organization|organisation|org|merchant|workspace|user|client|customer|company|"
       "principal|realm|shop|store|"
       "project|team|party|partner -agent|name|key|type|secret; @opaque|int api+token+id|api+key+id",
       "Part of the identity, and named as the owner of the key.", in_identity},
      {"tenant", 2, As::is, 0.8, "@opaque|int tenant", "Named as a tenant; not part of the identity.",
       [](R r, C c) { return not_in_identity(r, c) && c.name.words().size() <= 2; }},
      {"tenant", 3, As::ask, 0, "@opaque|int tenant|organization|organisation|org|merchant|workspace",
       "might be the tenant, though no unique key holds it", not_in_identity},
      // Another scope of the key: an environment, a namespace.
      {"tenant", 4, As::ask, 0, "$id", "is in the identity beside the key, and might be the tenant",
       [](R r, C c) {
         return is_request(r, c) && r.identity_.size() > 1 && in_identity(r, c) &&
                c.name.words().size() > 1 && !names_an_event_id(c.name);
       }},

      {"updated_at", 1, As::is, 0.9, "@time updated|modified|modification|update|changed|touched",
       "Named as the time of the last change."},
      {"updated_at", 2, As::is, 0.8, "@time last+seen",
       "The last time at which the key was seen, beside the first.",
       [](R r, C) { return any(r.columns_, "first+seen"); }},
      {"updated_at", 3, As::ask, 0, "@time last -lock|locked|error|failed|success",
       "may be the time of the last change, or of the last attempt"},

      {"work", 1, As::is, 0.85,
       "@wordy -queue|state|status|error|id "
       "=entrypoint|func|function|kind|task|handler.type|job.task|command|topic.name; @text -@nulls =worker;"
       "@filled @wordy =handler; job+signature @wordy; @wordy "
       "-queue|state|status|error|id|exception|return|result job|task|class "
       "class|name|type|identifier|kind|path",
       "Named as what a job does.", is_short},
      {"work", 1, As::is, 0.7, "@wordy =name|type|action", "The only name of what a job does.", is_short},
      // Where nothing names the work, workers may know it by the queue that each job must be in.
      {"work", 3, As::ask, 0, "@wordy @needed =topic; @wordy @needed topic $name",
       "may be all that shows what a job does"},
      {"work", 4, As::is, 0.65, "@wordy @needed =queue|q; @wordy @needed queue|q $name",
       "Jobs of several queues, and nothing else shows what they do.", sorts_work},
      {"work", 5, As::ask, 0, "@wordy @needed =queue|q; @wordy @needed queue|q $name",
       "may be all that shows what a job does"},

      {"operation", 1, As::is, 0.65, "@mute", "The only column that names what happened.",
       [](R r, C c) { return &c == r.events_.type; }},
      {"operation", 3, As::is, 0.7, "@wordy", "The only column named as what is done.", names_what_is_done},
      // What happened says more than where it goes.
      {"operation", 3, As::rather, 0.7, "event|message type|name", "Named as the type of what happened.",
       [](R r, C c) { return !is_request(r, c); }},
      // The remaining column of a composite key, beside the name of the request and its tenant.
      {"operation", 4, As::is, 0.65, "@text", "Part of the identity, and few words recur in it.",
       [](R r, C c) {
         return r.kind_ != Kind::outbox && r.identity_.size() > 1 && in_identity(r, c) && !r.is_key_like(c) &&
                &c != r.shape_.method && recurs_as_a_word(c);
       }},
      {"operation", 5, As::is, 0.65, "@text =name|kind", "Its values name what happened.",
       [](R r, C c) { return !is_request(r, c) && recurs_as_a_word(c) && c.all_values(is_dotted_or_past); }},
      // Without a method, the path is all that shows what was requested.
      {"operation", 6, As::is, 0.7,
       "@text request path|route|url|uri|endpoint -response|redirect|callback|id",
       "Named as the path of the request.",
       [](R r, C c) { return is_request(r, c) && !any(r.columns_, sign::http_method); }},
      {"operation", 7, As::ask, 0,
       "@wordy =name|group|kind|category|channel|queue|type|scope; @text path|route|url|uri|endpoint "
       "-response|redirect|callback|id;"
       "@text method -response|redirect|callback|id|payment|shipping|delivery|class",
       "might be the operation"},
      {"operation", 7, As::ask, 0, "@text", "might be the operation",
       [](R r, C c) { return &c == r.shape_.method || &c == r.shape_.path; }},

      {"created_at", 1, As::is, 0.95,
       "@time created|creation|inserted|insert|create -last|next|expire|lock|locked|lease",
       "Named as the time of creation."},
      {"created_at", 1, As::rather, 0.95, "=created.at", "Named as the time of creation."},
      {"created_at", 1, As::rather, 0.95, "@needed", "Named as the time of creation."},
      {"created_at", 3, As::ask, 0, created, "may be the time of creation, and another time is in every row",
       [](R r, C c) {
         return !c.facts.not_null && !r.has_rows() && any(r.columns_, "@time @needed sent|occurred|received");
       }},
      {"created_at", 4, As::is, 0.75, created, "Named as the time at which the row was created.",
       [](R, C c) { return !has_nulls(c); }},
      {"created_at", 4, As::rather, 0.75, "-seen", "Named as the time at which the row was created."},
      // Where names say nothing, the order of the rows' own times does.
      {"created_at", 5, As::ask, 0, "@time @needed @now",
       "may be the time of creation, or the time when the work was done",
       [](R r, C c) { return may_begin(r, c) && fits(c, sign::done); }},
      {"created_at", 7, As::is, 0.65, "@time @needed",
       "In every row, and never later than any other of its times.", is_before_all},
      {"created_at", 8, As::is, 0.75, "@time -@nulls @now", "Set when the row is inserted.",
       [](R r, C c) { return may_begin(r, c) && (fits(c, "@needed") || !fits(c, sign::done)); }},
      {"created_at", 9, As::is, 0.7, "@time @needed", "Set from the start, and never later than the end.",
       is_before_the_end},
      // A bare "timestamp" is the event's own, and its only one is the row's; a job's may be its due time.
      {"created_at", 10, As::is, 0.7, "@time =timestamp|time|date|ts|event.time", "The only time that a row has.",
       [](R r, C c) { return !is_queue(r, c); }},
      {"created_at", 11, As::ask, 0, "@time -until|expire|expiry|expiration|deadline|by|next|deleted",
       "may be the time of creation"},

      {"lease", 1, As::is, 0.9, "@time", "A time until which a row is held; the distant past means free.",
       has_a_sentinel, "deadline_sentinel"},
      {"lease", 1, As::is, 0.9, "@time", "A time until which a row is held.", ends_a_lease, "deadline"},
      {"lease", 2, As::is, 0.75, "@time heartbeat; @time keep+alive",
       "A sign of life. The database does not hold the length of the lease: please give it.", is_alive,
       "heartbeat_plus_constant"},
      {"lease", 3, As::ask, 0, "@time", "may show a lease: one begins, the other may end it", begins_or_ends},
      {"lease", 4, As::is, 0.85, "@time",
       "The time at which a row was taken. The database does not hold the length of the lease: please give "
       "it.",
       begins_a_lease, "start_plus_constant"},
      {"lease", 5, As::ask, 0, "@time -@needed started|start|begun|processing|picked|taken",
       "may be where a lease begins", is_a_holder},
      {"lease", 6, As::is, 0.7, holder, "A holder without a time: when its lease ends cannot be observed.",
       nullptr, "owner_only"},
      {"lease", 7, As::ask, 0, token, "speaks of a lock, without a time or a holder"},
      // The time at which a worker took a job is a lease's beginning, whatever it is called. "Started at" may
      // only be when the work began.
      {"lease_by_use", 1, As::is, 0.75, "@time -@needed -@now -next|after|last|until",
       "The time at which a worker took the row. The database does not hold the length of the lease: please "
       "give it.",
       takes_work, "start_plus_constant"},
      {"lease_by_use", 2, As::ask, 0,
       "@time started|start|begun|run|running|taken|execution|processing|visible|visibility|available",
       "may be where a lease begins"},
      {"lease_by_use", 3, As::ask, 0, "@time expire|expiry|expiration",
       "may end a lease, or the row's retention", expires_soon},
      {"lease_by_use", 4, As::ask, 0, "@time timeout|time+out",
       "may be until when a row is held, or when it is taken up again"},

      {"completed_at", 1, As::is, 0.9, end, "Named as the time at which the work was done.", is_the_only_end},
      // An event that is written down once it is done has no other time.
      {"completed_at", 2, As::is, 0.7, end,
       "Its only time, and named as the time at which the work was done.", is_the_only_time},
      {"completed_at", 3, As::ask, 0, end,
       "may be the time of completion: it is set from the start, unfinished rows have it, or there are "
       "several",
       is_an_end},
      {"completed_at", 4, As::is, 0.65, "@time @mute", "Set in exactly the rows that have an answer.",
       comes_with_the_code},
      {"completed_at", 5, As::is, 0.75, vague_end, "Set in finished rows, and in none that is unfinished.",
       [](R r, C c) {
         return r.those(vague_end).size() == 1 && has_nulls(c) && !r.states_of_rows().empty() &&
                !r.is_set_while_unfinished(c);
       }},
      {"completed_at", 6, As::is, 0.75, vague_end, "Ends what another time of the row began.",
       ends_what_began},
      {"completed_at", 7, As::ask, 0, vague_end, "may be a beginning or an end"},

      {"completed_at", 8, As::is, 0.7,
       "@time @nulls -next|last|until|due|scheduled|expire|expiry|expiration|ttl|delete|deleted|purge|retention|"
       "archived|updated|modified|changed",
       "Every row that succeeded has it, and no row that is unfinished.", is_the_only_one_at_success},

      {"expires_at", 1, As::is, 0.7, retention, "No row is ever unfinished: this time ends the retention.",
       [](R r, C c) { return is_request(r, c) && r.is_by_presence_; }},
      // Set in a row whose work is not done, it may as well say when the work is due.
      {"expires_at", 2, As::ask, 0, retention, "is set in unfinished rows too, and may be a due time",
       [](R r, C c) { return !is_request(r, c) && r.is_set_while_unfinished(c); }},
      {"expires_at", 3, As::is, 0.8, retention,
       "Set only in finished rows: a retention, not a lease or a due time.",
       [](R r, C c) { return r.is_set_only_when_finished(c); }},
      {"expires_at", 4, As::is, 0.85, retention,
       "Hours after the creation of every row: a retention, not a lease.", lasts_for_hours},
      {"expires_at", 5, As::is, 0.7, retention, "The lease is another column: this one ends the retention.",
       [](R r, C c) { return is_request(r, c) && r.lease_ != nullptr; }},
      {"expires_at", 6, As::ask, 0, retention, "may end a lease, end a retention, or be a due time"},
      // The same hours after every creation, finished or not, a lease never lasts.
      {"expires_at", 7, As::is, 0.65, "@time @mute",
       "The same number of hours after the creation of every row.", is_kept_for_hours},

      {"fence", 1, As::is, 0.85, "@int|uuid -@time fence|fencing|lock+version|row+version; @int|uuid =xmin",
       "Named as a number that grows with every change."},
      {"fence", 2, As::ask, 0,
       "@uuid|text token lock|locked|reservation|acquired|claim|lease|owner; @number -@time "
       "version|revision|rev|generation|epoch",
       "may each be what a claim changes",
       [](R r, C) { return any(r.columns_, claimed_by) && any(r.columns_, version); }},
      {"fence", 3, As::is, 0.7, claimed_by, "Named as a token that each claim draws anew."},
      {"fence", 4, As::is, 0.7, "=token; id lock|locked|reservation|acquired|claim|lease|owner",
       "Named as a token that each claim draws anew.",
       [](R r, C c) { return r.is_drawn_for_each_claim(c) && !any(r.columns_, version); }},
      {"fence", 5, As::ask, 0, version, "may count changes of the row, or be the version of something else"},

      {"fingerprint", 1, As::is, 0.9, digest, "Named as a request's hash.", is_digest},
      {"fingerprint", 3, As::is, 0.7, "@text|bytes",
       "The only digest beside the key, there before any answer is: of the request.", is_the_only_digest},
      {"fingerprint", 4, As::ask, 0, digest, "is a hash, perhaps not of the request"},

      {"attempts", 1, As::is, 0.9, sign::attempts, "Named as a count of attempts.",
       [](R, C c) { return !may_count_down(c); }},
      {"attempts", 1, As::is, 0.9, "@whole -@time =read.ct|read.count", "Named as a count of reads."},
      {"attempts", 1, As::is, 0.8, "@whole -@time =error", "Counts the errors, beside the last one.",
       [](R r, C c) { return c.facts.name.ends_with('s') && any(r.columns_, "@text =error"); }},
      {"attempts", 1, As::rather, 0.8, "count", "Named as a count of attempts."},
      {"attempts", 2, As::ask, 0, sign::attempts, "may count the attempts that are left"},

      {"due", 1, As::is, 0.8, "@time =retry.after|retry.at", "It shows when an attempt is made again."},
      {"due", 1, As::is, 0.8, sign::due, "It shows from when on work may be done.",
       [](R r, C c) {
         return !is_request(r, c) && !c.name.has("processing") && !is_a_start(r, c) &&
                !(c.name.has("send") && r.is_set_only_when_finished(c));  // when it was sent
       }},
      {"due", 1, As::is, 0.8, "@time next at|on|time|date -last|finished|created|previous|prev",
       "It shows from when on work may be done.", [](R r, C c) { return !is_request(r, c); }},
      {"due", 1, As::rather, 0.8, "@time", "It lies ahead in some rows.", lies_ahead},
      {"due", 1, As::rather, 0.8, "next", "Named as the next time."},
      {"due", 1, As::is, 0.8,
       "@day due|scheduled|schedule|deliver|delivery|execute|execution|run|send|process|next "
       "-last|finished|created",
       "It shows from which day on work may be done.", [](R r, C c) { return !is_request(r, c); }},
      {"due", 2, As::is, 0.7,
       "@time -lock|locked|lease|heartbeat|expire|expiry|expiration|deadline|until|timeout|ttl|delete|purge",
       "It lies ahead in rows that wait, and behind in rows that have ended.", decides_when},

      {"response_code", 1, As::is, 0.9,
       "@int response+code|response+status|status+code|http+status|http+code|result+code; @int @filled "
       "status|code|response -error|err|exit",
       "Named as an HTTP status, and its values, if any, agree.", has_http},
      // Of gRPC, from 0 to 16.
      {"response_code", 1, As::is, 0.9, "@int @filled =response.code",
       "Named as an HTTP status, and its values, if any, agree.",
       [](R, C c) { return has_numbers(c, 0, 16); }},
      {"response_code", 2, As::is, 0.75, "@mute",
       "Holds statuses of HTTP, and is absent where the answer is.", is_the_code},
      {"response_code", 3, As::ask, 0, "@int -@time -@filled =code|status; @int -@time -@filled http",
       "may be the response's status; no row shows it"},

      {"response_body", 1, As::is, 0.9,
       "@document =response|reply|answer; @document response|reply|result|output body|payload|data|json "
       "-request|header|hash|type|error|id|"
       "format|size|code|status|at|encoding|url|path|time|version|kind|key|length",
       "Named as the response."},
      {"response_body", 1, As::is, 0.9, "@document =result|output", "Named as the response.",
       [](R r, C c) { return !is_queue(r, c); }},
      {"response_body", 2, As::is, 0.75,
       "@document -@time =result.ref; @document -@time response|reply|return+value|returned+value "
       "-request|type|code|status|header|hash|at|to|"
       "error|id|format|encoding|address|sha|digest|checksum|size|length|url|path|time|version|kind|key",
       "Named as the response."},
      // A job's result and output may be for its log, or for its caller.
      {"response_body", 3, As::ask, 0, "@document =result|output",
       "may be kept for the caller, or only for the log"},
      {"response_body", 4, As::is, 0.7, "@mute",
       "Absent in exactly the rows in which the answer's status is.", is_the_body},
      {"response_body", 5, As::is, 0.8, "@document =payload|body|data|content|value",
       "Absent in exactly the rows that have no answer.", is_an_answer},
      {"response_body", 6, As::ask, 0, "@document =payload|body|data|content|value",
       "may be the request or the response", is_request},

      {"error", 1, As::is, 0.9,
       "@document|array error|err|exception|fault -code|type|class|kind|address|event|count|id; @document "
       "fail|failure|failed reason|message|detail -code|type|class|kind|address|event|count|id;"
       "@document =errormsg|errormessage|errortext|errmsg|errorinfo|lasterror|errordescription",
       "Named as an error.", [](R, C c) { return !c.is(Type::array) || c.name.has("error"); }},
      {"error", 1, As::rather, 0.8, "@text error|exception message|last -backtrace|stack|trace|detail",
       "Named as the error's message."},
      {"error", 1, As::rather, 0.8, "@text =error", "Named as an error, beside the list of all."},
      {"error", 2, As::is, 0.7, "@text =error.code|failure.code|fail.code", "Nothing else shows what failed."},

      {"owner", 0, As::ask, 0, "@opaque|int|array -@time processed by|owner|holder|worker|instance",
       "may be the worker on the row, or the one that finished it", [](R r, C) { return !r.has_rows(); }},
      {"owner", 1, As::is, 0.8,
       "@opaque|int|array -@time -@now by|owner|holder|worker|instance -creating|created|creator",
       "Named as the holder of the row.", [](R r, C c) { return fits(c, held) && holds_on(r, c); }},
      {"owner", 1, As::is, 0.8, "@text by started|run|executed|executing", "Named as the holder of the row.",
       while_unfinished},
      {"owner", 1, As::is, 0.8,
       "@int|uuid =worker; @text worker -xid|group|type|class|pool|message|job|task -=worker; -@made "
       "=worker.id|worker.pid|manager.id; -@made manager+id; @text =executor|node.id; @text @nulls =worker",
       "Named as the holder of the row.", is_queue},
      {"owner", 1, As::is, 0.8, "@text -@time worker -xid|message|job|task", "Named as the holder of the row.",
       [](R r, C c) { return !is_queue(r, c) && holds_on(r, c); }},
      {"owner", 1, As::is, 0.8, "@opaque|int =leader.id", "Named as the holder of the row.",
       [](R r, C) { return r.kind_ == Kind::outbox; }},
      {"owner", 1, As::is, 0.8, "@text =executor.id", "Named as the holder of the row."},
      {"owner", 1, As::is, 0.75, "@text @nulls =consumer|consumer.id", "Named as the holder of the row.",
       is_queue},
      // Beside a lease it is the holder; elsewhere it may be the creator of the row.
      {"owner", 1, As::is, 0.8, "@text -@now =owner|instance|node|host|hostname|executor",
       "Named as the holder of the row.", beside_a_lease},
      // A row's owner may be a customer, and a number any of the two.
      {"owner", 2, As::is, 0.75, "@opaque|int|array -@time -@now @free owner -creating|created",
       "Named as an owner, and free rows have none.", comes_and_goes},
      {"owner", 3, As::ask, 0, "@opaque|int|array -@time -@now @free owner -creating|created",
       "may be the worker on the row, or its owner"},
      {"owner", 4, As::is, 0.7,
       "@opaque @nulls -@time -error|fail|failure|exception|reason|result|output|state|status|type|kind|code|"
       "attempt|try|retry",
       "Rows that are worked on have it, and rows that wait have none: of a few workers.", marks_work},

      {"amount", 1, As::is, 0.85,
       "@number -@time amount|total|price "
       "-execution|run|attempt|try|tried|retry|count|number|item|row|record|failure|error|byte|size|second|"
       "ms|duration|tick|step",
       "Named as the amount.",
       [](R r, C c) {
         // Without a currency, a whole number of some things is how many there are.
         return !fits(c, "@int total -amount|price|cent -=total") || any(r.columns_, "currency|ccy");
       }},
      {"currency", 1, As::is, 0.85, "@wordy currency|ccy", "Named as the currency."},
      {"customer", 1, As::is, 0.85, "@opaque|number customer|payer -name", "Named as the customer."},
      {"reference", 1, As::is, 0.85,
       "@opaque|number -@made reference; @opaque|number -@made =order.id|invoice.id|payment.id",
       "Named as the reference."},
  };
};

RoleAnswer Roles::solve(std::string_view role) {
  const auto fits_sign = [this](const RoleSign& sign, const Column& c) {
    return fits(c, sign.columns) && (sign.holds == nullptr || sign.holds(*this, c));
  };
  for (const RoleSign& first : RoleSigns::all) {
    if (first.role != role) continue;
    Columns candidates;
    const RoleSign* by = nullptr;  // the sign of the first candidate
    for (const RoleSign& sign : RoleSigns::all) {
      if (sign.role != role || sign.tier != first.tier) continue;
      Columns fitting = those([&](const Column& c) { return fits_sign(sign, c); });
      if (sign.as == As::rather) {
        std::erase_if(fitting,
                      [&](const Column* c) { return std::ranges::find(candidates, c) == candidates.end(); });
        if (fitting.empty() || fitting.size() == candidates.size()) continue;
        candidates = fitting;
        by = &sign;
        continue;
      }
      if (by == nullptr && !fitting.empty()) by = &sign;
      std::ranges::copy_if(fitting, std::back_inserter(candidates), [&](const Column* c) {
        return std::ranges::find(candidates, c) == candidates.end();
      });
    }
    if (candidates.empty()) continue;
    if (by->as == As::ask) return unclear(candidates, by->says);
    if (candidates.size() > 1) return several(fmt::format("be the {}", noun_of(role)), candidates);
    const Column& c = *candidates[0];
    const std::string form = role == "fingerprint" ? digest_form(c).value_or("text")
                             : c.time              ? *c.time
                                                   : plain_form(c);
    return take(
        found({c.facts.name}, by->form.empty() ? form : std::string(by->form), by->confidence, by->says));
  }
  return none(fmt::format("No column looks like the {}.", noun_of(role)));
}

RoleAnswer Roles::lease() {
  // A lock may be part of the identity, or be set from the beginning.
  const auto taken = std::exchange(taken_, {});
  RoleAnswer answer = solve("lease");
  taken_.insert(taken.begin(), taken.end());
  if (answer.is == RoleAnswer::Is::none) answer = solve("lease_by_use");
  const Columns lengths = those(
      "@number -@time lock|locked|lease|leased|claim|claimed|reserved|picked|held|acquired|ttl "
      "second|sec|timeout|duration|ttl|ms|length");
  if (answer.form == "owner_only") taken_.erase(answer.columns[0]);  // it is the owner as well
  if (answer.form != "start_plus_constant" || lengths.size() != 1) return answer;
  return take(found({answer.columns[0], lengths[0]->facts.name}, "start_plus_column", 0.8,
                    "A lease that begins at one column and lasts for another."));
}

RoleAnswer Roles::attempts() {
  const auto counts = [this](std::string_view pattern) {
    return those([&](const Column& c) { return fits(c, sign::attempts) && fits(c, pattern); });
  };
  const Columns begun = counts("started|start|begun"), ended = counts("finished|finish|ended|completed");
  if (begun.size() != 1 || ended.size() != 1 || those(sign::attempts).size() != 2) return solve("attempts");
  return take(found({begun[0]->facts.name, ended[0]->facts.name}, "started_and_finished", 0.9,
                    "One counts attempts begun, the other those that came to an end."));
}

// Customer, amount, currency, reference: a column, or a member that every sampled object of a JSON column
// has.
RoleAnswer Roles::subject(std::string_view role, std::initializer_list<std::string_view> members) {
  RoleAnswer answer = solve(role);
  // An event has many subjects; only a request is about its own amount. What is in a response was not
  // requested.
  if (answer.is != RoleAnswer::Is::none || kind_ != Kind::idempotency) return answer;
  std::vector<std::pair<const Column*, std::string>> paths;
  Columns unseen;
  for (const Column* c : those("@document -@nulls")) {
    if (fits(*c, sign::response)) continue;
    const bool request = fits(*c, "request|param|input|argument|arg -header|id|hash");
    // There in rows that have no answer yet, it is what was asked.
    if (!request && !(shape_.answered_later && (is_mute(c->name) || fits(*c, "=payload|body|data"))))
      continue;
    if (request && c->is_json() && c->facts.sample.empty()) unseen.push_back(c);
    if (!c->is_json() &&
        !(c->is_text() && c->all_values([](std::string_view v) { return v.starts_with('{'); })))
      continue;
    for (const std::string_view member : members) {
      std::size_t objects = 0, with = 0;
      for (const Cell& value : c->facts.sample) {
        const auto json = value ? nlohmann::json::parse(*value, nullptr, false) : nlohmann::json();
        if (!json.is_object()) continue;
        ++objects;
        with += json.contains(member) && json[std::string(member)].is_primitive() &&
                        !json[std::string(member)].is_null()
                    ? 1
                    : 0;
      }
      if (objects >= 3 && with == objects) paths.emplace_back(c, member);
    }
  }
  if (paths.size() == 1)
    return found({paths[0].first->facts.name}, "path:/" + paths[0].second, 0.7,
                 fmt::format("Every sampled object has a member \"{}\".", paths[0].second));
  if (paths.size() > 1)
    return unknown(fmt::format("Several members of JSON columns might be the {}. Please choose.", role));
  if (!unseen.empty()) return unclear(unseen, fmt::format("may hold the {}; no row shows its members", role));
  return answer;
}

}  // namespace onceover::tables

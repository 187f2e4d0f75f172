// The signs of roles that one column has: a table, and the solver that reads it. What needs more than one column is in roles_*.cpp.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text.h"
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
    return rest[0] >= '2' && rest[0] <= '5' && is_ascii_digit(rest[1]) && is_ascii_digit(rest[2]) && !is_ascii_digit(rest[3]);
  });
}

bool has_numbers(const Column& c, double lowest, double highest) {
  const auto numbers = c.numbers();
  return numbers && std::ranges::all_of(*numbers, [&](double n) { return n >= lowest && n <= highest; });
}

// What each role is called where no column, or more than one, has it.
constexpr std::pair<std::string_view, std::string_view> nouns[] = {{"updated_at", "time of the last change"},
                                                                   {"response_code", "response's status"},
                                                                   {"response_body", "stored response"},
                                                                   {"attempts", "number of attempts"},
                                                                   {"owner", "holder"},
                                                                   {"created_at", "time of creation"},
                                                                   {"due", "time when work is due"}};

std::string_view noun_of(std::string_view role) {
  const auto* at = std::ranges::find(nouns, role, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(nouns) ? role : at->second;
}

}  // namespace

// Of the columns that fit the signs of a tier, those are left that fit a sign of `rather`, where some do. One column has the role; of
// several a person chooses. `ask`: whatever fits is asked about. Tiers are read in order, and the first that fits answers.
enum class As { is, rather, ask };

struct RoleSign {
  std::string_view role;
  int tier;
  As as;
  double confidence;
  std::string_view columns;  // a pattern
  const char* says;
  bool (*holds)(const Roles& roles, const Column& column) = nullptr;
};

struct RoleSigns {
  using R = const Roles&;
  using C = const Column&;

  static bool is_queue(R r, C) { return r.kind_ == Kind::queue; }
  static bool is_request(R r, C) { return r.kind_ == Kind::idempotency; }
  static bool has_http(R, C c) { return has_numbers(c, 100, 599); }
  static bool in_identity(R r, C c) { return is_among(r.identity_, c.facts.name); }
  static bool not_in_identity(R r, C c) { return !in_identity(r, c); }
  static bool beside_a_lease(R r, C) { return r.lease_ != nullptr; }
  static bool while_unfinished(R r, C c) { return is_queue(r, c) && r.is_set_while_unfinished(c); }
  // The worker that finished a row no longer holds it.
  static bool holds_on(R r, C c) { return !c.name.has("processed") || r.is_set_while_unfinished(c) || r.states_of_rows().empty(); }
  // Free rows have none.
  static bool comes_and_goes(R r, C c) { return r.lease_ != nullptr && absent_together(c, *r.lease_); }
  static bool is_the_code(R r, C c) { return &c == r.shape_.code && r.shape_.answered_later; }
  static bool is_the_body(R r, C c) { return &c == r.shape_.body && r.shape_.answered_later && is_mute(r.shape_.code->name); }
  static bool is_an_answer(R r, C c) { return is_request(r, c) && (r.comes_with_the_answer(c) || holds_answers(c)); }

  static constexpr std::string_view held =
      "attempted|fetched|locked|lock|claimed|picked|leased|lease|processed|processing|reserved|owned|taken";

  static constexpr RoleSign all[] = {
      {"tenant", 1, As::is, 0.85,
       "@opaque|int "
       "tenant|account|organization|organisation|org|merchant|workspace|user|client|customer|company|principal|realm|shop|store|"
       "project|team|party|partner -agent|name|key|type|secret; @opaque|int api+token+id|api+key+id",
       "Part of the identity, and named as the owner of the key.", in_identity},
      {"tenant", 2, As::is, 0.8, "@opaque|int tenant", "Named as a tenant; not part of the identity.",
       [](R r, C c) { return not_in_identity(r, c) && c.name.words().size() <= 2; }},
      {"tenant", 3, As::ask, 0, "@opaque|int tenant|organization|organisation|org|merchant|workspace",
       "might be the tenant, though no unique key holds it", not_in_identity},
      // Another scope of the key: an environment, a namespace.
      {"tenant", 4, As::ask, 0, "$id", "is in the identity beside the key, and might be the tenant",
       [](R r, C c) {
         return is_request(r, c) && r.identity_.size() > 1 && in_identity(r, c) && c.name.words().size() > 1 && !names_an_event_id(c.name);
       }},

      {"updated_at", 1, As::is, 0.9, "@time updated|modified|update|changed|touched", "Named as the time of the last change."},
      {"updated_at", 2, As::is, 0.8, "@time last+seen", "The last time at which the key was seen, beside the first.",
       [](R r, C) { return any(r.columns_, "first+seen"); }},
      {"updated_at", 3, As::ask, 0, "@time last -lock|locked|error|failed|success",
       "may be the time of the last change, or of the last attempt"},

      {"due", 1, As::is, 0.8, sign::due, "It shows from when on work may be done.",
       [](R r, C c) { return !is_request(r, c) && !c.name.has("processing"); }},

      {"response_code", 1, As::is, 0.9, "@int response+code|response+status|status+code|http+status|http+code|result+code",
       "Named as an HTTP status, and its values, if any, agree.", has_http},
      {"response_code", 1, As::is, 0.9, "@int @filled status|code|response", "Named as an HTTP status, and its values, if any, agree.",
       has_http},
      // Of gRPC, from 0 to 16.
      {"response_code", 1, As::is, 0.9, "@int @filled =response.code", "Named as an HTTP status, and its values, if any, agree.",
       [](R, C c) { return has_numbers(c, 0, 16); }},
      {"response_code", 2, As::is, 0.75, "@mute", "Holds statuses of HTTP, and is absent where the answer is.", is_the_code},
      {"response_code", 3, As::ask, 0, "@int -@time -@filled =code|status; @int -@time -@filled http",
       "may be the response's status; no row shows it"},

      {"response_body", 1, As::is, 0.9,
       "@document =response|reply|answer; @document response|reply body|payload|data|json -request|header|hash|type|error|id|format|size|"
       "code|status|at|encoding|url|path|time|version|kind|key|length",
       "Named as the response."},
      {"response_body", 1, As::is, 0.9, "@document =result|output", "Named as the response.", [](R r, C c) { return !is_queue(r, c); }},
      {"response_body", 1, As::is, 0.9,
       "@document result|output body|data|json|payload "
       "-request|header|hash|type|error|id|format|size|code|status|at|encoding|url|path|time|"
       "version|kind|key|length",
       "Named as the response."},
      {"response_body", 2, As::is, 0.75,
       "@document -@time =result.ref; @document -@time response|reply|return+value|returned+value -request|type|code|status|header|hash|at|"
       "error|id|format|encoding|address|sha|digest|checksum|size|length|url|path|time|version|kind|key",
       "Named as the response."},
      // A job's result and output may be for its log, or for its caller.
      {"response_body", 3, As::ask, 0, "@document =result|output", "may be kept for the caller, or only for the log"},
      {"response_body", 4, As::is, 0.7, "@mute", "Absent in exactly the rows in which the answer's status is.", is_the_body},
      {"response_body", 5, As::is, 0.8, "@document =payload|body|data|content|value", "Absent in exactly the rows that have no answer.",
       is_an_answer},
      {"response_body", 6, As::ask, 0, "@document =payload|body|data|content|value", "may be the request or the response", is_request},

      {"error", 1, As::is, 0.9,
       "@document|array error|exception|fault -code|type|class|kind|address|event|count|id; "
       "@document failure|failed reason|message|detail -code|type|class|kind|address|event|count|id",
       "Named as an error.", [](R, C c) { return !c.is(Type::array) || c.name.has("error"); }},
      {"error", 1, As::rather, 0.8, "@text error|exception message|last -backtrace|stack|trace|detail", "Named as the error's message."},
      {"error", 1, As::rather, 0.8, "@text =error", "Named as an error, beside the list of all."},
      {"error", 2, As::is, 0.7, "@text =error.code", "Nothing else shows what failed."},

      {"owner", 1, As::is, 0.8, "@opaque|int|array -@time -@now by|owner|holder|worker|instance -creating|created|creator",
       "Named as the holder of the row.", [](R r, C c) { return fits(c, held) && holds_on(r, c); }},
      {"owner", 1, As::is, 0.8, "@text by started|run|executed|executing", "Named as the holder of the row.", while_unfinished},
      {"owner", 1, As::is, 0.8,
       "@int|uuid =worker; @text worker -xid -=worker; -@made =worker.id|worker.pid|manager.id; -@made manager+id; @text =executor|node.id",
       "Named as the holder of the row.", is_queue},
      {"owner", 1, As::is, 0.8, "@text -@time worker -xid", "Named as the holder of the row.",
       [](R r, C c) { return !is_queue(r, c) && holds_on(r, c); }},
      {"owner", 1, As::is, 0.8, "@opaque|int =leader.id", "Named as the holder of the row.",
       [](R r, C) { return r.kind_ == Kind::outbox; }},
      {"owner", 1, As::is, 0.8, "@text =executor.id", "Named as the holder of the row."},
      // Beside a lease it is the holder; elsewhere it may be the creator of the row.
      {"owner", 1, As::is, 0.8, "@text -@now =owner|instance|node|host|hostname|executor", "Named as the holder of the row.",
       beside_a_lease},
      // A row's owner may be a customer, and a number any of the two.
      {"owner", 2, As::is, 0.75, "@opaque|int|array -@time -@now @free owner -creating|created",
       "Named as an owner, and free rows have none.", comes_and_goes},
      {"owner", 3, As::ask, 0, "@opaque|int|array -@time -@now @free owner -creating|created",
       "may be the worker on the row, or its owner"},

      {"amount", 1, As::is, 0.85,
       "@number -@time amount|total|price "
       "-execution|run|attempt|try|tried|retry|count|number|item|row|record|failure|error|byte|size|second|"
       "ms|duration",
       "Named as the amount."},
      {"currency", 1, As::is, 0.85, "@wordy currency|ccy", "Named as the currency."},
      {"customer", 1, As::is, 0.85, "@opaque|number customer|payer -name", "Named as the customer."},
      {"reference", 1, As::is, 0.85, "@opaque|number -@made reference; @opaque|number -@made =order.id|invoice.id|payment.id",
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
    const RoleSign* by = &first;
    for (const RoleSign& sign : RoleSigns::all) {
      if (sign.role != role || sign.tier != first.tier) continue;
      if (sign.as == As::rather) {
        Columns rather;
        std::ranges::copy_if(candidates, std::back_inserter(rather), [&](const Column* c) { return fits_sign(sign, *c); });
        if (rather.empty() || rather.size() == candidates.size()) continue;
        candidates = rather;
        by = &sign;
        continue;
      }
      for (const Column* c : those([&](const Column& c) { return fits_sign(sign, c); })) {
        if (std::ranges::find(candidates, c) == candidates.end()) candidates.push_back(c);
      }
    }
    if (candidates.empty()) continue;
    if (by->as == As::ask) return unclear(candidates, by->says);
    if (candidates.size() > 1) return several(fmt::format("be the {}", noun_of(role)), candidates);
    const Column& c = *candidates[0];
    return take(found({c.facts.name}, c.time ? *c.time : plain_form(c), by->confidence, by->says));
  }
  return none(fmt::format("No column looks like the {}.", noun_of(role)));
}

// Customer, amount, currency, reference: a column, or a member that every sampled object of a JSON column has.
RoleAnswer Roles::subject(std::string_view role, std::initializer_list<std::string_view> members) {
  RoleAnswer answer = solve(role);
  // An event has many subjects; only a request is about its own amount. What is in a response was not requested.
  if (answer.is != RoleAnswer::Is::none || kind_ != Kind::idempotency) return answer;
  std::vector<std::pair<const Column*, std::string>> paths;
  Columns unseen;
  for (const Column* c : those("@document -@nulls")) {
    if (fits(*c, sign::response)) continue;
    const bool request = fits(*c, "request|param|input|argument|arg -header|id|hash");
    // There in rows that have no answer yet, it is what was asked.
    if (!request && !(shape_.answered_later && (is_mute(c->name) || fits(*c, "=payload|body|data")))) continue;
    if (request && c->is_json() && c->facts.sample.empty()) unseen.push_back(c);
    if (!c->is_json() && !(c->is_text() && c->all_values([](std::string_view v) { return v.starts_with('{'); }))) continue;
    for (const std::string_view member : members) {
      std::size_t objects = 0, with = 0;
      for (const Cell& value : c->facts.sample) {
        const auto json = value ? nlohmann::json::parse(*value, nullptr, false) : nlohmann::json();
        if (!json.is_object()) continue;
        ++objects;
        with += json.contains(member) && json[std::string(member)].is_primitive() && !json[std::string(member)].is_null() ? 1 : 0;
      }
      if (objects >= 3 && with == objects) paths.emplace_back(c, member);
    }
  }
  if (paths.size() == 1)
    return found({paths[0].first->facts.name}, "path:/" + paths[0].second, 0.7,
                 fmt::format("Every sampled object has a member \"{}\".", paths[0].second));
  if (paths.size() > 1) return unknown(fmt::format("Several members of JSON columns might be the {}. Please choose.", role));
  if (!unseen.empty()) return unclear(unseen, fmt::format("may hold the {}; no row shows its members", role));
  return answer;
}

}  // namespace onceover::tables

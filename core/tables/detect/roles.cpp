#include "core/tables/detect/roles.h"

#include <fmt/format.h>

#include "core/base/words.h"

namespace onceover::tables {

RoleAnswer none(std::string why) { return {RoleAnswer::Is::none, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer unknown(std::string why) { return {RoleAnswer::Is::unknown, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer found(std::vector<std::string> columns, std::string form, double confidence, std::string why,
                 std::map<std::string, std::string> meanings) {
  return {RoleAnswer::Is::found, std::move(columns), std::move(form), std::move(meanings), confidence, std::move(why)};
}
RoleAnswer found(const Column& c, double confidence, std::string why) {
  return found({c.facts.name}, plain_form(c), confidence, std::move(why));
}
RoleAnswer found_time(const Column& c, double confidence, std::string why) {
  return found({c.facts.name}, form_of_time(c), confidence, std::move(why));
}

std::string list(const Columns& columns) {
  std::string out;
  for (const Column* c : columns) out += (out.empty() ? "\"" : ", \"") + c->facts.name + '"';
  return out;
}
RoleAnswer several(std::string_view what, const Columns& columns) {
  return unknown(fmt::format("Several columns might {}: {}. Please choose.", what, list(columns)));
}
RoleAnswer unclear(const Columns& columns, std::string_view what) {
  return unknown(fmt::format("{} {}. Please choose.", list(columns), what));
}

constexpr auto plain_forms = some_words<Type>({{Type::uuid, "uuid"},
                                               {Type::bytes, "bytea"},
                                               {Type::integer, "integer"},
                                               {Type::numeric, "numeric"},
                                               {Type::enumeration, "enum"},
                                               {Type::boolean, "boolean"}});

std::string plain_form(const Column& c) {
  if (c.is_json()) return c.facts.type_name;
  const std::string_view form = plain_forms.of(c.facts.type);
  return std::string(form.empty() ? "text" : form);
}

std::string form_of_time(const Column& c) { return time_form(c).value_or("timestamptz"); }

bool names_a_state(const Name& n) { return fits(n, "state|status|phase|stage") || fits(n, "recovery+point"); }

bool names_done(const Name& n) {
  return fits(n,
              "processed|completed|completion|finished|done|succeeded|published|sent|dispatched|consumed|handled|acknowledged|acked|"
              "finalized|settled|dequeued");
}
bool names_done(const Name& n, Kind kind) { return names_done(n) && !(kind == Kind::inbox && fits(n, "published|sent|dispatched")); }
bool names_dead(const Name& n) { return fits(n, "abandoned|failed|dead|discarded|rejected|cancelled|canceled|aborted"); }

std::optional<double> default_span(const Column& c) {
  if (!is_default_now(c)) return std::nullopt;
  const std::string& text = c.facts.default_sql;
  const auto at = text.find('\'');
  if (text.find('+') == std::string::npos || at == std::string::npos) return std::nullopt;
  const std::string_view literal = std::string_view(text).substr(at + 1, text.find('\'', at + 1) - at - 1);
  double seconds = 0;
  int number = 0, hours = 0, minutes = 0, secs = 0;
  char unit[16] = {};
  const std::string copy(literal);
  if (std::sscanf(copy.c_str(), "%d:%d:%d", &hours, &minutes, &secs) == 3) return hours * 3600.0 + minutes * 60.0 + secs;
  if (std::sscanf(copy.c_str(), "%d %15[a-z]", &number, unit) != 2) return std::nullopt;
  const std::string_view u = unit;
  seconds = u.starts_with("sec")    ? 1
            : u.starts_with("min")  ? 60
            : u.starts_with("hour") ? 3600
            : u.starts_with("day")  ? 86400
            : u.starts_with("mon")  ? 2592000
                                    : 0;
  return seconds > 0 ? std::optional(seconds * number) : std::nullopt;
}

std::vector<std::pair<std::string, RoleAnswer>> Roles::all() {
  std::map<std::string, RoleAnswer, std::less<>> answers;
  const RoleAnswer id = identity();
  answers["identity"] = id;
  identity_ = id.columns;
  answers["tenant"] = solve("tenant");
  answers["operation"] = operation();
  for (const std::string& name : id.columns) {
    if (const Column* c = column(name); c == nullptr || !time_form(*c)) taken_.insert(name);
  }
  const auto column_of = [&](std::string_view role) {
    const RoleAnswer& answer = answers[std::string(role)];
    return answer.is == RoleAnswer::Is::found && !answer.columns.empty() ? column(answer.columns[0]) : nullptr;
  };
  answers["created_at"] = solve("created_at");
  created_ = column_of("created_at");
  answers["lease"] = lease();
  lease_ = column_of("lease");
  answers["state"] = state_ = state();
  is_by_presence_ = state_.form == "presence";
  const bool is_shared = state_.form == "response_code" || state_.form == "done_and_error";
  for (const std::string& name : state_.columns) {
    if (!is_shared && !time_form(*column(name))) taken_.insert(name);
  }
  answers["completed_at"] = solve("completed_at");
  for (const std::string& name : state_.columns) {
    if (time_form(*column(name))) taken_.insert(name);
  }
  for (const char* role : {"expires_at", "updated_at", "fence", "fingerprint", "response_code"}) answers[role] = solve(role);
  response_code_ = column_of("response_code");
  answers["response_body"] = solve("response_body");
  answers["attempts"] = attempts();
  for (const char* role : {"owner", "error", "due"}) answers[role] = solve(role);
  answers["amount"] = subject("amount", {"amount", "total"});
  answers["currency"] = subject("currency", {"currency"});
  answers["customer"] = subject("customer", {"customer", "customer_id", "customerId"});
  answers["reference"] = subject("reference", {"reference", "order_id", "orderId"});
  if (RoleAnswer& amount = answers["amount"]; amount.is == RoleAnswer::Is::found && !amount.form.starts_with("path:")) {
    if (likely_amount_decimals(column(amount.columns[0])->facts) == 2)
      amount.why += " Its name shows that the number is in hundredths: 99999 is 999.99.";
  }
  // Where names say nothing, that nothing was found does not mean that there is nothing.
  const auto mute = std::count_if(columns_.begin(), columns_.end(), [](const Column& c) { return is_mute(c.name); });
  if (2 * static_cast<std::size_t>(mute) >= columns_.size()) {
    for (auto& [name, answer] : answers) {
      if (answer.is == RoleAnswer::Is::none) answer = unknown("The names of the columns say nothing. Please choose, if there is one.");
    }
  }
  std::vector<std::pair<std::string, RoleAnswer>> out;
  for (const std::string_view name : role_names()) out.emplace_back(name, std::move(answers.find(name)->second));
  return out;
}

}  // namespace onceover::tables

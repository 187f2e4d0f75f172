// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/roles.h"

#include "core/tables/detect/looks.h"

namespace onceover::tables {

RoleAnswer none(std::string why) { return {RoleAnswer::Is::none, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer unknown(std::string why) { return {RoleAnswer::Is::unknown, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer found(std::vector<std::string> columns, std::string form, double confidence, std::string why,
                 std::map<std::string, std::string> meanings) {
  return {RoleAnswer::Is::found, std::move(columns), std::move(form),
          std::move(meanings),   confidence,         std::move(why)};
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

bool names_done(const Column& c, Kind kind) {
  return fits(c, sign::done) && !fits(c, "sent to") &&
         !(kind == Kind::inbox && fits(c, "published|sent|dispatched"));
}

// ## What the sampled rows show of a column, compared with the state, the creation and the lease of each row

std::vector<std::string> Roles::states_of_rows() const {
  std::vector<std::string> out;
  if (state_.columns.empty()) return out;
  const States& states = state_.states;
  for (std::size_t row = 0; row < column(state_.columns.front())->facts.sample.size(); ++row) {
    const auto rule = rule_of(states, cells_of(table_, row));
    if (!rule) {
      out.emplace_back("unknown");
    } else {
      out.emplace_back(
          key::word(*rule < states.rules.size() ? states.rules[*rule].state : states.otherwise->state));
    }
  }
  return out;
}

// NULL in each row that is not finished; there are such rows, and rows that have it.
bool Roles::is_set_only_when_finished(const Column& c) const {
  const auto states = states_of_rows();
  if (states.empty() || states.size() != c.facts.sample.size()) return false;
  bool any_unfinished = false, any_set = false;
  for (std::size_t row = 0; row < states.size(); ++row) {
    const bool is_over = states[row] == "succeeded" || states[row] == "failed", is_set = has_value(c, row);
    if (is_set && !is_over) return false;
    any_unfinished = any_unfinished || !is_over;
    any_set = any_set || is_set;
  }
  return any_unfinished && any_set;
}

bool Roles::is_set_while_unfinished(const Column& c) const {
  const auto states = states_of_rows();
  for (std::size_t row = 0; row < std::min(states.size(), c.facts.sample.size()); ++row) {
    if (has_value(c, row) && states[row] == "in_progress") return true;
  }
  return false;
}

bool Roles::comes_with_the_answer(const Column& c) const {
  if (response_code_ == nullptr) return is_set_only_when_finished(c);
  if (has_nulls(*response_code_)) return absent_together(c, *response_code_);
  // Every row has a status: it shows which answers have no body.
  constexpr std::size_t enough_rows = 3;
  const auto &codes = response_code_->facts.sample, &bodies = c.facts.sample;
  if (codes.size() != bodies.size()) return false;
  std::size_t without = 0, with = 0;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const bool may_have_body = *codes[row] != "204" && *codes[row] != "205" && *codes[row] != "304";
    const bool has_body = bodies[row] && !bodies[row]->empty() && *bodies[row] != "\\x";
    if (may_have_body != has_body) return false;
    ++(has_body ? with : without);
  }
  return with >= enough_rows && without >= enough_rows;
}

// Different in each row that has it. Rows that are free or finished have none; or each row has one, and a
// lease shows that rows are claimed.
bool Roles::is_drawn_for_each_claim(const Column& c) const {
  if (!c.is(Type::uuid) && !c.is_text()) return false;
  constexpr std::size_t enough_rows = 3;
  std::set<std::string> seen;
  for (const Cell& cell : c.facts.sample) {
    if (cell && !seen.insert(*cell).second) return false;
  }
  if (seen.size() < enough_rows) return false;
  if (lease_ != nullptr && absent_together(c, *lease_)) return true;
  if (!has_nulls(c)) return lease_ != nullptr && fits(c.name, "=token");
  const auto states = states_of_rows();
  if (states.size() != c.facts.sample.size()) return false;
  for (std::size_t row = 0; row < states.size(); ++row) {
    if (has_value(c, row) != (states[row] == "in_progress")) return false;
  }
  return true;
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
    return answer.is == RoleAnswer::Is::found && !answer.columns.empty() ? column(answer.columns[0])
                                                                         : nullptr;
  };
  answers["created_at"] = solve("created_at");
  created_ = column_of("created_at");
  answers["lease"] = lease();
  lease_ = column_of("lease");
  answers["state"] = state_ = state();
  is_by_presence_ = state_.form == "presence";
  const bool is_shared = state_.form == "response_code" || state_.form == "done_and_error";
  for (const std::string& name : state_.columns) {
    if (!is_shared && !time_form(*column(name)) && !fits(*column(name), sign::error)) taken_.insert(name);
  }
  answers["completed_at"] = solve("completed_at");
  for (const std::string& name : state_.columns) {
    if (time_form(*column(name))) taken_.insert(name);
  }
  for (const char* role : {"expires_at", "updated_at", "fence", "fingerprint", "response_code"})
    answers[role] = solve(role);
  response_code_ = column_of("response_code");
  answers["response_body"] = solve("response_body");
  answers["attempts"] = attempts();
  for (const char* role : {"owner", "error", "due"}) answers[role] = solve(role);
  answers["amount"] = subject("amount", {"amount", "total"});
  answers["currency"] = subject("currency", {"currency"});
  answers["customer"] = subject("customer", {"customer", "customer_id", "customerId"});
  answers["reference"] = subject("reference", {"reference", "order_id", "orderId"});
  if (RoleAnswer& amount = answers["amount"];
      amount.is == RoleAnswer::Is::found && !amount.form.starts_with("path:")) {
    if (likely_amount_decimals(column(amount.columns[0])->facts) == 2)
      amount.why += " Its name shows that the number is in hundredths: 99999 is 999.99.";
  }
  // Where names say nothing, that nothing was found does not mean that there is nothing.
  const auto mute =
      std::count_if(columns_.begin(), columns_.end(), [](const Column& c) { return is_mute(c.name); });
  if (2 * static_cast<std::size_t>(mute) >= columns_.size()) {
    for (auto& [name, answer] : answers) {
      if (answer.is == RoleAnswer::Is::none)
        answer = unknown("The names of the columns say nothing. Please choose, if there is one.");
    }
  }
  std::vector<std::pair<std::string, RoleAnswer>> out;
  for (const std::string_view name : role_names())
    out.emplace_back(name, std::move(answers.find(name)->second));
  return out;
}

}  // namespace onceover::tables

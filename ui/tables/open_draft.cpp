#include "ui/tables/open_draft.h"

#include <algorithm>

#include "ui/tables/words.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

using profile::RoleAnswer;
using Is = profile::Condition::Is;

const std::string& first(const RoleAnswer& answer) {
  static const std::string none;
  return answer.columns.empty() ? none : answer.columns.front();
}

profile::TimeForm timeForm(const Draft& draft, const std::string& column) {
  const profile::ColumnFacts* facts = draft.facts.column(column);
  return facts == nullptr ? profile::TimeForm::timestamptz : timeFormOf(*facts).value_or(epochFormOf(*facts));
}

key::State meaning(const RoleAnswer& answer, const std::string& word, key::State otherwise) {
  const auto found = answer.meanings.find(word);
  return found == answer.meanings.end() ? otherwise : key::state_from_word(found->second).value_or(otherwise);
}

// Rules of a column that is there, or true, when the work is done; of a second one where it was given up.
void fillByPresence(profile::States& states, const RoleAnswer& answer, Is is) {
  const bool inverted = meaning(answer, "true", key::State::succeeded) == key::State::in_progress;
  if (answer.columns.size() > 1)
    states.rules.push_back({.when = {{.column = answer.columns[1], .is = is}}, .state = key::State::failed, .word = answer.columns[1]});
  states.rules.push_back({.when = {{.column = answer.columns[0], .is = is}},
                          .state = inverted ? key::State::in_progress : key::State::succeeded,
                          .word = answer.columns[0]});
  states.otherwise =
      profile::StateRule{.state = inverted ? key::State::succeeded : key::State::in_progress, .word = inverted ? "done" : "open"};
}

void fillState(Draft& draft, const RoleAnswer& answer) {
  profile::States& states = draft.profile.states;
  if (answer.form == "presence") {
    states.otherwise = profile::StateRule{.state = key::State::succeeded, .word = "present"};
  } else if (answer.form == "flag" || answer.form == "flags") {
    fillByPresence(states, answer, Is::yes);
  } else if (answer.form == "timestamps" || answer.form == "response_code") {
    fillByPresence(states, answer, Is::not_null);
  } else {
    states.column = first(answer);
    std::vector<std::string> unsaid;
    for (const auto& [word, state] : answer.meanings) {
      const auto known = key::state_from_word(state);
      if (!known) unsaid.push_back(word);
      if (known)
        states.rules.push_back({.when = {{.column = states.column, .is = Is::one_of, .values = {word}}}, .state = *known, .word = word});
    }
    if (!unsaid.empty())
      draft.unknown["state"] = "What these mean is not known: " + widgets::bytes(namesShown(unsaid)) + ". Please say it.";
  }
}

// The value of the far past, as the column has it, that says: nobody holds it.
std::string freeValue(const profile::ColumnFacts* column) {
  if (column == nullptr) return "";
  if (column->type == profile::ColumnFacts::Type::integer) return "0";
  for (const std::string& value : column->values) {
    if (value == "-infinity" || value == "infinity") return value;
  }
  return column->default_sql.find("-infinity") != std::string::npos ? "-infinity" : "epoch";
}

void fillLease(Draft& draft, const RoleAnswer& answer) {
  using Form = profile::Lease::Form;
  profile::Lease& lease = draft.profile.lease;
  lease.form = answer.form == "owner_only"             ? Form::owner_only
               : answer.form.starts_with("heartbeat")  ? Form::heartbeat
               : answer.form.starts_with("start_plus") ? Form::since
                                                       : Form::deadline;
  if (!lease.is_observable()) return;
  lease.at = {.column = first(answer), .form = timeForm(draft, first(answer))};
  if (answer.form == "deadline_sentinel") lease.free = freeValue(draft.facts.column(lease.at.column));
  if (answer.form == "start_plus_column") lease.length_column = answer.columns.back();
}

void fillInstant(Draft& draft, const std::string& role, const RoleAnswer& answer) {
  profile::Instant& at = *instantOf(draft.profile, role);
  at.column = first(answer);
  at.form = profile::time_form_from_word(answer.form).value_or(timeForm(draft, at.column));
  if (answer.form == "epoch") draft.unknown[role] = answer.why;
}

void fillDigest(Draft& draft, const RoleAnswer& answer) {
  using Form = profile::Digest::Form;
  profile::Digest& digest = draft.profile.fingerprint;
  digest.column = first(answer);
  digest.form = answer.form == "bytea" ? Form::bytes : answer.form == "base64" ? Form::base64 : Form::hex;
  const profile::ColumnFacts* column = draft.facts.column(digest.column);
  if (answer.form != "prefixed" || column == nullptr || column->values.empty()) return;
  digest.prefix = column->values.front().substr(0, column->values.front().find(':') + 1);
}

void fillPlace(Draft& draft, const std::string& role, const RoleAnswer& answer) {
  profile::Place& place = *placeOf(draft.profile, role);
  place.column = first(answer);
  if (answer.form.starts_with("path:")) place.path = answer.form.substr(5);
  const profile::ColumnFacts* column = draft.facts.column(place.column);
  place.holds = column != nullptr && column->type_name == "jsonb" ? profile::Place::Holds::jsonb : profile::Place::Holds::text;
}

void fillRole(Draft& draft, const RoleInfo& info, const RoleAnswer& answer) {
  profile::Profile& p = draft.profile;
  switch (info.kind) {
    case RoleInfo::Kind::columns: p.identity = answer.columns; break;
    case RoleInfo::Kind::attempts: p.attempts = answer.columns; break;
    // Of a method and its path, the path says more.
    case RoleInfo::Kind::operation: p.operation = answer.columns.empty() ? "" : answer.columns.back(); break;
    case RoleInfo::Kind::column: *columnOf(p, info.id) = first(answer); break;
    case RoleInfo::Kind::state: fillState(draft, answer); break;
    case RoleInfo::Kind::lease: fillLease(draft, answer); break;
    case RoleInfo::Kind::instant: fillInstant(draft, info.id, answer); break;
    case RoleInfo::Kind::digest: fillDigest(draft, answer); break;
    case RoleInfo::Kind::place: fillPlace(draft, info.id, answer); break;
    case RoleInfo::Kind::body: p.response_body = {.column = first(answer), .form = bodyFormOf(draft.facts, first(answer))}; break;
  }
}

// What is left of the identity when tenant and operation are taken out; several: a person has to say.
void chooseKey(Draft& draft) {
  const profile::Profile& p = draft.profile;
  std::vector<std::string> left;
  for (const std::string& column : p.identity) {
    if (column != p.tenant && column != p.operation) left.push_back(column);
  }
  if (left.size() == 1) {
    draft.profile.key = left.front();
    draft.unknown.erase("key");
    draft.told["key"] = {.is = RoleAnswer::Is::found, .columns = left, .confidence = 0.85, .why = "What is left of the identity."};
  } else if (!left.empty()) {
    draft.unknown["key"] =
        "Several columns of the identity might be the caller's key: " + widgets::bytes(namesShown(left)) + ". Please choose.";
  }
}

}  // namespace

Draft openDraft(const Looked& looked) {
  Draft draft = blankDraft(looked.facts);
  if (!looked.candidate) return draft;
  const std::vector<std::string> unique = draft.profile.identity;
  draft.profile.identity.clear();
  draft.profile.kind = looked.candidate->kind;
  draft.unknown = {{"key", draft.unknown["key"]}};
  for (const auto& [role, answer] : looked.candidate->roles) {
    const auto& infos = roleInfos();
    const auto info = std::ranges::find(infos, role, &RoleInfo::id);
    if (info == infos.end()) continue;
    draft.told[role] = answer;
    if (answer.is == RoleAnswer::Is::unknown) draft.unknown[role] = answer.why;
    if (answer.is == RoleAnswer::Is::found) fillRole(draft, *info, answer);
  }
  // Without an identity that is sure, a unique key still gives listings their order.
  if (draft.profile.identity.empty()) draft.profile.order = unique;
  chooseKey(draft);
  return draft;
}

}  // namespace onceover::tables

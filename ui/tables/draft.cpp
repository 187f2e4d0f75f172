#include "ui/tables/draft.h"

#include <algorithm>

#include "core/detect/proposal.h"
#include "core/profile/parts.h"
#include "core/profile/sql.h"
#include "core/profile/states.h"
#include "core/profile/toml.h"
#include "ui/tables/words.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/widgets.h"

namespace onceover::tables {

using profile::RoleAnswer;

namespace {

// Its length is neither given nor in a column.
bool lacksLength(const profile::Lease& lease) {
  return profile::lasts_from_start(lease) && lease.length_column.empty() && lease.length <= Duration(0);
}

QString quoted(const std::string& text) { return QLatin1Char('"') + widgets::shown(text) + QLatin1Char('"'); }

std::vector<std::string> neverNull(const profile::TableFacts& facts) {
  std::vector<std::string> names;
  for (const profile::ColumnFacts& column : facts.columns) {
    if (column.not_null) names.push_back(column.name);
  }
  return names;
}

// An answer that can be used and corrected later: a time without zone is shown as UTC, and of a method and its path the path is taken. A
// word of unknown meaning has to be chosen first.
bool isFilled(Draft& draft, const std::string& role) {
  if (role == "operation") return !draft.profile.operation.empty();
  const profile::Instant* instant = profile::part_named(profile::instants_of(draft.profile), role);
  return instant != nullptr && !instant->empty();
}

// Where only the length is missing, only the length is asked for.
void fillLease(Draft& draft, const RoleAnswer& answer) {
  profile::Lease& lease = draft.profile.lease;
  const bool begins = answer.form == "start_plus_constant";
  if (!lease.at.empty() || answer.columns.empty() || (!begins && answer.form != "heartbeat_plus_constant")) return;
  const profile::ColumnFacts* column = draft.facts.column(answer.columns.front());
  if (column == nullptr) return;
  lease.form = begins ? profile::Lease::Form::since : profile::Lease::Form::heartbeat;
  lease.at = profile::instant_kept_in(draft.profile, *column);
}

// Without these no row can be named, or it would be unknown without a word what is stuck. What else is open stays unknown.
bool isNeeded(const std::string& role) { return role == "key" || role == "state" || role == "lease"; }

}  // namespace

Draft blankDraft(const profile::TableFacts& facts) {
  Draft draft{.facts = facts};
  profile::Profile& profile = draft.profile;
  profile.name = facts.name;
  profile.schema = facts.schema;
  profile.table = facts.name;
  profile.never_null = neverNull(facts);
  for (const profile::IndexFacts& index : facts.indexes) {
    const bool named = std::ranges::none_of(index.columns, [](const std::string& column) { return column.empty(); });
    if (index.unique && index.predicate.empty() && named && profile.identity.empty()) profile.identity = index.columns;
  }
  draft.unknown["key"] = "No column looks like the key that a client sends. Please choose the column that holds it.";
  draft.unknown["state"] = "No column is known to hold the state. Please choose what shows it.";
  draft.unknown["lease"] = "It is unknown whether a row shows that a client works on it. Please choose.";
  draft.unknown["created_at"] = "It is unknown which column holds the time of creation. Please choose.";
  if (profile.identity.empty())
    draft.unknown["identity"] = "No unique index covers only columns. Please choose the columns that identify a row.";
  return draft;
}

Draft draftOf(const profile::Profile& profile, const profile::TableFacts& facts) {
  Draft draft{.profile = profile, .facts = facts, .isStored = true};
  draft.profile.never_null = neverNull(facts);
  return draft;
}

RoleFields fieldsOf(const profile::Profile& p, const std::string& role) {
  if (const std::string* column = profile::part_named(profile::columns_of(p), role))
    return {.column = *column, .text = role == "operation" ? p.operation_name : ""};
  if (const profile::Place* place = profile::part_named(profile::places_of(p), role)) {
    return {.column = place->column, .form = place == &p.amount ? p.amount_decimals : 0, .text = place->path};
  }
  if (role == "gateway_key") return {.text = p.gateway_key};
  if (role == "attempts")
    return {.column = p.attempts.empty() ? "" : p.attempts.front(), .second = p.attempts.size() > 1 ? p.attempts.back() : ""};
  if (role == "fingerprint")
    return {.column = p.fingerprint.column, .form = static_cast<int>(p.fingerprint.form), .text = p.fingerprint.prefix};
  if (role == "response_body") return {.column = p.response_body.column, .form = static_cast<int>(p.response_body.form)};
  const profile::Instant* at = profile::part_named(profile::instants_of(p), role);
  if (at == nullptr) return {};
  RoleFields fields{.column = at->column, .form = static_cast<int>(at->form), .zone = at->zone};
  if (role != "lease") return fields;
  fields.second = p.lease.length_column;
  fields.text = p.lease.free;
  fields.lease = p.lease.form;
  fields.length = p.lease.length;
  return fields;
}

void setFields(Draft& draft, const std::string& role, const RoleFields& fields) {
  profile::Profile& p = draft.profile;
  const auto timeForm = static_cast<profile::TimeForm>(fields.form);
  if (std::string* column = profile::part_named(profile::columns_of(p), role)) {
    *column = fields.column;
    if (role == "operation") p.operation_name = fields.column.empty() ? fields.text : "";
  } else if (profile::Place* place = profile::part_named(profile::places_of(p), role)) {
    const profile::ColumnFacts* known = draft.facts.column(fields.column);
    const bool isJsonb = known != nullptr && known->type_name == "jsonb";
    *place = {fields.column, fields.text, isJsonb ? profile::Place::Holds::jsonb : profile::Place::Holds::text};
    if (place == &p.amount) p.amount_decimals = fields.column.empty() ? 0 : fields.form;
  } else if (role == "gateway_key") {
    p.gateway_key = fields.text;
  } else if (role == "attempts") {
    p.attempts.clear();
    for (const std::string& counter : {fields.column, fields.second}) {
      if (!fields.column.empty() && !counter.empty()) p.attempts.push_back(counter);
    }
  } else if (role == "fingerprint") {
    p.fingerprint = {fields.column, static_cast<profile::Digest::Form>(fields.form), fields.text};
  } else if (role == "response_body") {
    if (p.response_body.column != fields.column) p.response_body = {};
    p.response_body.column = fields.column;
    p.response_body.form = static_cast<profile::Body::Form>(fields.form);
  } else if (profile::Instant* at = profile::part_named(profile::instants_of(p), role)) {
    const auto onlyIn = at->only_in;
    if (role == "lease") p.lease = {.form = fields.lease};
    if (role == "lease" && !profile::has_time(p.lease.form)) return;
    const bool isAge = role == "lease" && p.lease.form == profile::Lease::Form::age;
    if (isAge && fields.column.empty()) {
      *at = p.created_at.empty() ? p.updated_at : p.created_at;
    } else {
      *at = {fields.column, timeForm, timeForm == profile::TimeForm::timestamp ? fields.zone : "UTC", onlyIn};
    }
    if (role != "lease") return;
    if (!isAge) p.lease.free = fields.text;
    if (!profile::lasts_from_start(p.lease)) return;
    if (!isAge) p.lease.length_column = fields.second;
    if (p.lease.length_column.empty()) p.lease.length = fields.length;
  }
}

int likelyForm(const RoleInfo& role, const profile::ColumnFacts& column) {
  const RoleInfo::Kind kind = role.kind;
  using BodyForm = profile::Body::Form;
  using DigestForm = profile::Digest::Form;
  if (role.id == "amount") return profile::likely_amount_decimals(column);
  if (kind == RoleInfo::Kind::digest) return static_cast<int>(column.is_bytes() ? DigestForm::bytes : DigestForm::hex);
  if (kind != RoleInfo::Kind::body) return static_cast<int>(profile::likely_time_form(column));
  return static_cast<int>(column.is_text() ? BodyForm::text : column.is_bytes() ? BodyForm::bytes : BodyForm::json);
}

std::optional<profile::Verb> verbOf(const std::string& role) {
  const std::string prefix = "write.";
  return role.starts_with(prefix) ? profile::verb_from_word(role.substr(prefix.size())) : std::nullopt;
}

QString columnsShown(const profile::Profile& p, const std::string& role) {
  const RoleFields fields = fieldsOf(p, role);
  switch (roleInfo(role).kind) {
    case RoleInfo::Kind::columns: return namesShown(role == "order" ? profile::order_columns(p) : p.identity);
    case RoleInfo::Kind::state: return namesShown(profile::state_columns(p));
    case RoleInfo::Kind::write: {
      std::vector<std::string> columns;
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return namesShown({});
      for (const profile::Assignment& assignment : write->second.set) columns.push_back(assignment.column);
      return namesShown(columns);
    }
    case RoleInfo::Kind::text:
    case RoleInfo::Kind::operation:
      if (fields.column.empty() && !fields.text.empty()) return quoted(fields.text);
      [[fallthrough]];
    default: return namesShown({fields.column, fields.second});
  }
}

QString formShown(const profile::Profile& p, const std::string& role) {
  const RoleFields fields = fieldsOf(p, role);
  const auto kind = roleInfo(role).kind;
  const bool isDescribed = kind == RoleInfo::Kind::write || kind == RoleInfo::Kind::lease || kind == RoleInfo::Kind::state;
  if (!isDescribed && fields.column.empty()) return {};
  switch (kind) {
    case RoleInfo::Kind::write: {
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return {};
      QStringList words{widgets::writtenInWords(write->second)};
      for (const profile::Condition& condition : write->second.guard) words.append(tr("only where %1").arg(conditionWords(condition)));
      return words.join(QStringLiteral("; "));
    }
    case RoleInfo::Kind::instant: {
      const auto form = static_cast<profile::TimeForm>(fields.form);
      const QString words = wordOf(timeFormWords, form);
      return form == profile::TimeForm::timestamp ? tr("%1, read as %2").arg(words, widgets::shown(fields.zone)) : words;
    }
    case RoleInfo::Kind::place: {
      QStringList words;
      if (!fields.text.empty()) words.append(tr("at %1").arg(widgets::shown(fields.text)));
      if (fields.form != 0) words.append(tr("in %1").arg(wordOf(amountFormWords, static_cast<AmountForm>(fields.form))));
      return words.join(QStringLiteral(", "));
    }
    case RoleInfo::Kind::digest: return wordOf(digestFormWords, p.fingerprint.form);
    case RoleInfo::Kind::body: return wordOf(bodyFormWords, p.response_body.form);
    case RoleInfo::Kind::lease: {
      const QString words = wordOf(leaseFormWords, p.lease.form);
      if (lacksLength(p.lease)) return tr("%1: how long?").arg(words);
      return p.lease.length > Duration(0) ? tr("%1: %2").arg(words, widgets::span(p.lease.length)) : words;
    }
    case RoleInfo::Kind::state: {
      QStringList words;
      for (const profile::StateRule& rule : p.states.rules)
        words.append(tr("%1: %2").arg(ruleWords(rule), widgets::badgeOf(rule.state).word));
      if (p.states.otherwise) words.append(tr("else: %1").arg(widgets::badgeOf(p.states.otherwise->state).word));
      return words.join(QStringLiteral("; "));
    }
    default: return {};
  }
}

bool isOpen(const Draft& draft, const std::string& role) {
  if (draft.unknown.contains(role)) return true;
  const profile::Lease& lease = draft.profile.lease;
  if (role != "lease" || !profile::has_time(lease.form)) return false;
  return lease.at.empty() || lacksLength(lease);
}

QStringList openQuestions(const Draft& draft) {
  QStringList questions;
  for (const RoleInfo& role : roleInfos()) {
    if (isNeeded(role.id) && draft.unknown.contains(role.id)) questions.append(tr("%1: please choose.").arg(role.title));
  }
  const profile::Lease& lease = draft.profile.lease;
  if (!draft.unknown.contains("lease")) {
    if (lacksLength(lease)) questions.append(tr("Lease: how many seconds does it last? No column shows it."));
    if (lease.at.has_unknown_zone()) questions.append(tr("Lease: in which time zone is it written?"));
    if (profile::has_time(lease.form) && lease.at.empty()) questions.append(tr("Lease: which column holds the time?"));
  }
  if (questions.isEmpty()) {
    if (const auto problem = profile::problem(draft.profile)) {
      questions.append(widgets::shown(*problem));
    } else if (const auto read = profile::profiles_from_toml(profile::to_toml(std::vector{draft.profile}), "profile");
               !read && (!draft.profile.writes.empty() || !draft.profile.gateway_key.empty())) {
      questions.append(widgets::shown(read.error().what));  // writes and the gateway key are checked by the reader of TOML
    }
  }
  return questions;
}

QStringList sharedColumns(const Draft& draft) {
  const profile::Profile& p = draft.profile;
  // A time may have several roles, each in other states, and a document has many places.
  std::vector<std::pair<std::string, QString>> roles;
  for (const RoleInfo& role : roleInfos()) {
    using Kind = RoleInfo::Kind;
    const bool isOne = role.kind == Kind::column || role.kind == Kind::operation || role.kind == Kind::place || role.kind == Kind::digest ||
                       role.kind == Kind::body;
    const RoleFields fields = isOne ? fieldsOf(p, role.id) : RoleFields{};
    const bool isInside = role.kind == Kind::place && !fields.text.empty();
    if (isOne && !fields.column.empty() && !isInside) roles.emplace_back(fields.column, role.title);
  }
  QStringList sentences;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    for (std::size_t j = i + 1; j < roles.size(); ++j) {
      if (roles[i].first != roles[j].first) continue;
      sentences.append(tr("%1 is mapped as %2 and as %3: choose another column, or none, for one of them.")
                           .arg(quoted(roles[i].first), roles[i].second, roles[j].second));
    }
  }
  return sentences;
}

Draft openDraft(const profile::TableFacts& facts, const std::optional<profile::Candidate>& candidate) {
  Draft draft = blankDraft(facts);
  if (!candidate) return draft;
  const profile::Profile blank = draft.profile;
  profile::Proposal proposal = profile::propose(*candidate, facts);
  draft.profile = std::move(proposal.profile);
  draft.profile.name = blank.name;
  draft.profile.never_null = blank.never_null;
  // Without a sure identity, a unique key still gives listings their order.
  if (draft.profile.identity.empty()) draft.profile.order = blank.identity;
  for (const auto& [role, answer] : candidate->roles) draft.told[role] = answer;
  fillLease(draft, candidate->role("lease"));
  draft.unknown.clear();
  for (const auto& [role, why] : proposal.unknown) {
    if (role == "may_retry" || isFilled(draft, role)) continue;
    std::string& asked = draft.unknown[role];
    asked += (asked.empty() ? "" : " ") + why;
  }
  if (!draft.profile.key.empty())
    draft.told["key"] = {
        .is = RoleAnswer::Is::found, .columns = {draft.profile.key}, .confidence = 0.85, .why = "The rest of the identity."};
  return draft;
}

}  // namespace onceover::tables

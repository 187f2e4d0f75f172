#include "ui/tables/draft.h"

#include <algorithm>

#include "core/profile/sql.h"
#include "core/profile/toml.h"
#include "ui/tables/words.h"
#include "ui/tables/write_choice.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

bool lastsForAWhile(const profile::Lease& lease) {
  return lease.form == profile::Lease::Form::since || lease.form == profile::Lease::Form::heartbeat;
}

std::vector<std::string> neverNull(const profile::TableFacts& facts) {
  std::vector<std::string> names;
  for (const profile::ColumnFacts& column : facts.columns) {
    if (column.not_null) names.push_back(column.name);
  }
  return names;
}

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
  draft.unknown["key"] = "Nothing in this table looks like a key that callers send. Please choose the column that holds it.";
  draft.unknown["state"] = "Nothing in this table is known to tell a state. Please say what does.";
  draft.unknown["lease"] = "Whether a row tells that somebody works on it is not known. Please choose.";
  draft.unknown["created_at"] = "When a row came to be is not known. Please choose.";
  if (profile.identity.empty())
    draft.unknown["identity"] = "No unique index covers columns alone. Please choose what tells one row from all others.";
  return draft;
}

Draft draftOf(const profile::Profile& profile, const profile::TableFacts& facts) {
  Draft draft{.profile = profile, .facts = facts};
  draft.profile.never_null = neverNull(facts);
  return draft;
}

std::string* columnOf(profile::Profile& profile, const std::string& role) {
  if (role == "key") return &profile.key;
  if (role == "tenant") return &profile.tenant;
  if (role == "operation") return &profile.operation;
  if (role == "response_code") return &profile.response_code;
  if (role == "owner") return &profile.owner;
  if (role == "correlation_id") return &profile.correlation_id;
  return nullptr;
}

profile::Instant* instantOf(profile::Profile& profile, const std::string& role) {
  if (role == "created_at") return &profile.created_at;
  if (role == "updated_at") return &profile.updated_at;
  if (role == "completed_at") return &profile.completed_at;
  if (role == "expires_at") return &profile.expires_at;
  if (role == "lease") return &profile.lease.at;
  return nullptr;
}

profile::Place* placeOf(profile::Profile& profile, const std::string& role) {
  if (role == "payload") return &profile.payload;
  if (role == "error") return &profile.error;
  if (role == "customer") return &profile.customer;
  if (role == "amount") return &profile.amount;
  if (role == "currency") return &profile.currency;
  if (role == "reference") return &profile.reference;
  return nullptr;
}

QString columnsShown(const profile::Profile& p, const std::string& role) {
  profile::Profile copy = p;
  switch (roleInfo(role).kind) {
    case RoleInfo::Kind::columns: return namesShown(role == "order" ? profile::order_columns(p) : p.identity);
    case RoleInfo::Kind::attempts: return namesShown(p.attempts);
    case RoleInfo::Kind::digest: return namesShown({p.fingerprint.column});
    case RoleInfo::Kind::body: return namesShown({p.response_body.column});
    case RoleInfo::Kind::lease: return namesShown({p.lease.at.column, p.lease.length_column});
    case RoleInfo::Kind::state: {
      std::vector<std::string> columns;
      for (const profile::StateRule& rule : p.states.rules) {
        for (const profile::Condition& condition : rule.when) {
          if (std::ranges::find(columns, condition.column) == columns.end()) columns.push_back(condition.column);
        }
      }
      return namesShown(columns);
    }
    case RoleInfo::Kind::write: {
      std::vector<std::string> columns;
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return namesShown({});
      for (const profile::Assignment& assignment : write->second.set) columns.push_back(assignment.column);
      return namesShown(columns);
    }
    case RoleInfo::Kind::instant: return namesShown({instantOf(copy, role)->column});
    case RoleInfo::Kind::place: return namesShown({placeOf(copy, role)->column});
    case RoleInfo::Kind::text:
      return p.gateway_key.empty() ? namesShown({}) : QLatin1Char('"') + widgets::shown(p.gateway_key) + QLatin1Char('"');
    case RoleInfo::Kind::operation:
      if (p.operation.empty() && !p.operation_name.empty()) return QLatin1Char('"') + widgets::shown(p.operation_name) + QLatin1Char('"');
      [[fallthrough]];
    case RoleInfo::Kind::column: return namesShown({*columnOf(copy, role)});
  }
  return {};
}

QString formShown(const profile::Profile& p, const std::string& role) {
  profile::Profile copy = p;
  const auto instant = [](const profile::Instant& at) {
    if (at.empty()) return QString();
    const QString form = timeFormWord(at.form);
    return at.form == profile::TimeForm::timestamp ? tr("%1, read as %2").arg(form, widgets::shown(at.zone)) : form;
  };
  switch (roleInfo(role).kind) {
    case RoleInfo::Kind::write: {
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return {};
      QStringList words{widgets::writtenInWords(write->second)};
      for (const profile::Condition& condition : write->second.guard) words.append(tr("only where %1").arg(conditionWords(condition)));
      return words.join(QStringLiteral("; "));
    }
    case RoleInfo::Kind::instant: return instant(*instantOf(copy, role));
    case RoleInfo::Kind::place: {
      const profile::Place& place = *placeOf(copy, role);
      return place.path.empty() ? QString() : tr("at %1").arg(widgets::shown(place.path));
    }
    case RoleInfo::Kind::digest: return p.fingerprint.empty() ? QString() : digestFormWord(p.fingerprint.form);
    case RoleInfo::Kind::body: return p.response_body.empty() ? QString() : bodyFormWord(p.response_body.form);
    case RoleInfo::Kind::lease: {
      QString words = leaseFormWord(p.lease.form);
      if (lastsForAWhile(p.lease) && p.lease.length_column.empty()) {
        words += p.lease.length > Duration(0) ? tr(": %1").arg(widgets::span(p.lease.length)) : tr(": how long?");
      }
      return words;
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

std::optional<profile::TimeForm> timeFormOf(const profile::ColumnFacts& column) {
  using Type = profile::ColumnFacts::Type;
  if (column.type == Type::timestamptz) return profile::TimeForm::timestamptz;
  if (column.type == Type::timestamp) return profile::TimeForm::timestamp;
  if (column.type == Type::text) return profile::TimeForm::iso_text;
  return std::nullopt;
}

profile::TimeForm epochFormOf(const profile::ColumnFacts& column) {
  for (const std::string& value : column.values) {
    const double number = QString::fromStdString(value).toDouble();
    if (number <= 0) continue;
    // Of today's instants 10 digits are seconds, 13 milliseconds, 16 microseconds.
    return number < 1e11 ? profile::TimeForm::epoch_s : number < 1e14 ? profile::TimeForm::epoch_ms : profile::TimeForm::epoch_us;
  }
  return profile::TimeForm::epoch_ms;
}

profile::Body::Form bodyFormOf(const profile::TableFacts& facts, const std::string& name) {
  using Type = profile::ColumnFacts::Type;
  const profile::ColumnFacts* column = facts.column(name);
  if (column == nullptr || column->type == Type::text) return profile::Body::Form::text;
  return column->type == Type::bytes ? profile::Body::Form::bytes : profile::Body::Form::json;
}

bool isOpen(const Draft& draft, const std::string& role) {
  if (draft.unknown.contains(role)) return true;
  const profile::Lease& lease = draft.profile.lease;
  if (role != "lease" || !lease.is_observable()) return false;
  return lease.at.empty() || (lastsForAWhile(lease) && lease.length_column.empty() && lease.length <= Duration(0));
}

QStringList openQuestions(const Draft& draft) {
  QStringList questions;
  for (const RoleInfo& role : roleInfos()) {
    if (draft.unknown.contains(role.id)) questions.append(tr("%1: please choose.").arg(role.title));
  }
  const profile::Lease& lease = draft.profile.lease;
  if (!draft.unknown.contains("lease") && lastsForAWhile(lease) && lease.length_column.empty() && lease.length <= Duration(0)) {
    questions.append(tr("Lease: how many seconds does it last? No column says it."));
  }
  if (!draft.unknown.contains("lease") && lease.is_observable() && lease.at.empty())
    questions.append(tr("Lease: which column holds the time?"));
  if (questions.isEmpty()) {
    if (const auto problem = profile::problem(draft.profile)) {
      questions.append(widgets::shown(*problem));
    } else if (const auto read = profile::profiles_from_toml(profile::to_toml({draft.profile}), "profile");
               !read && (!draft.profile.writes.empty() || !draft.profile.gateway_key.empty())) {
      questions.append(widgets::shown(read.error().what));  // what verdicts write, and what a gateway is told, is checked where it is read
    }
  }
  return questions;
}

}  // namespace onceover::tables

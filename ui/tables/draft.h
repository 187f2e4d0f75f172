// A mapping that is being edited: the profile so far, its table, and what has still to be chosen. Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/detect/detect.h"
#include "core/inspect/inspect.h"
#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::tables {

struct RoleInfo {
  enum class Kind { column, columns, operation, state, lease, instant, place, digest, body, attempts, text, write };
  std::string id;
  Kind kind = Kind::column;
  QString title;  // "Tenant"
  QString what;   // "Who the key belongs to."
};
// In the order of the list.
const std::vector<RoleInfo>& roleInfos();
const RoleInfo& roleInfo(const std::string& id);
// The verb of a role "write.succeed"; none: it is another role.
std::optional<profile::Verb> verbOf(const std::string& role);

struct Draft {
  profile::Profile profile;
  profile::TableFacts facts;
  std::map<std::string, profile::RoleAnswer> told;         // what detection found for each role
  std::map<std::string, std::string> unknown;              // role → why it has to be chosen
  std::set<std::string> touched;                           // roles that the user has set
  bool isStored = false;                                   // it is a profile that exists
  std::map<profile::Verb, profile::Access::Offer> offers;  // what the server allows, as it was last asked; empty: it was not
};

// Of a table in which nothing was recognised.
Draft blankDraft(const profile::TableFacts& facts);
// Of a profile that exists.
Draft draftOf(const profile::Profile& profile, const profile::TableFacts& facts);

// The draft of a table: what detection is sure of is filled in, the rest is left to be chosen.
Draft openDraft(const profile::TableFacts& facts, const std::optional<profile::Candidate>& candidate);

// What a role is made of, where it is a column and how it is kept: as one editor shows it for roles of every such kind.
struct RoleFields {
  std::string column;
  std::string second;  // the counter of finished attempts, or the column of a lease's length
  int form = 0;        // a TimeForm, Digest::Form, Body::Form, or the AmountForm of an amount
  std::string zone = "UTC";
  std::string text;  // a path, a prefix, the operation of every row, the gateway's key, or the value of a free lease
  profile::Lease::Form lease = profile::Lease::Form::none;
  Duration length{0};  // of the lease
};
RoleFields fieldsOf(const profile::Profile& profile, const std::string& role);
void setFields(Draft& draft, const std::string& role, const RoleFields& fields);
// How a column of this type and these values is most likely kept.
int likelyForm(const RoleInfo& role, const profile::ColumnFacts& column);

// What the list shows of a role: "user_id, idempotency_key", "timestamp with time zone".
QString columnsShown(const profile::Profile& profile, const std::string& role);
QString formShown(const profile::Profile& profile, const std::string& role);

// Whether something about the role has still to be chosen.
bool isOpen(const Draft& draft, const std::string& role);

// What keeps the draft from being used, in sentences; empty: it can be.
QStringList openQuestions(const Draft& draft);
// One column in two roles, sentence by sentence: likely a slip, and not forbidden.
QStringList sharedColumns(const Draft& draft);

}  // namespace onceover::tables

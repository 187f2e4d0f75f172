// A mapping on somebody's desk: the profile as it stands, the table it is about, and what has still to be chosen. Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/profile/detect.h"
#include "core/profile/facts.h"
#include "core/profile/inspect.h"
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

struct Draft {
  profile::Profile profile;
  profile::TableFacts facts;
  std::map<std::string, profile::RoleAnswer> told;         // what detection says of each role
  std::map<std::string, std::string> unknown;              // role → why somebody has to choose
  std::set<std::string> touched;                           // roles that a person has set
  std::map<profile::Verb, profile::Access::Offer> offers;  // what the server allows, as it was last asked; empty: it was not
};

// Of a table in which nothing was recognised.
Draft blankDraft(const profile::TableFacts& facts);
// Of a profile that somebody wrote.
Draft draftOf(const profile::Profile& profile, const profile::TableFacts& facts);

// Parts of a profile by role; nullptr where the role is of another kind.
std::string* columnOf(profile::Profile& profile, const std::string& role);
profile::Instant* instantOf(profile::Profile& profile, const std::string& role);
profile::Place* placeOf(profile::Profile& profile, const std::string& role);

// What the list shows of a role: "user_id, idempotency_key", "timestamp with time zone".
QString columnsShown(const profile::Profile& profile, const std::string& role);
QString formShown(const profile::Profile& profile, const std::string& role);

// What the form of a column of this type must be; nullopt where a person has to say.
std::optional<profile::TimeForm> timeFormOf(const profile::ColumnFacts& column);
// Of a number: by the size of what the sample holds; milliseconds where it holds nothing.
profile::TimeForm epochFormOf(const profile::ColumnFacts& column);
profile::Body::Form bodyFormOf(const profile::TableFacts& facts, const std::string& column);

// Whether a person has still to say something about the role.
bool isOpen(const Draft& draft, const std::string& role);

// What keeps the draft from being used, in sentences; empty: it can be.
QStringList openQuestions(const Draft& draft);

}  // namespace onceover::tables

// SPDX-License-Identifier: GPL-3.0-or-later
// A mapping as the console shows and edits it: its roles in words. Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tables/detect/mapping.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::ui {

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
std::optional<tables::Verb> verbOf(const std::string& role);

// What the console adds to a mapping.
struct Draft : tables::Mapping {
  bool isStored = false;                                 // it is a profile that exists
  std::map<tables::Verb, tables::Access::Offer> offers;  // what the server allows, as it was last asked; empty: it was not
};

// Of a profile that exists.
Draft draftOf(const tables::Profile& profile, const tables::TableFacts& facts);
// The draft of a table: what detection is sure of is filled in, the rest is left to be chosen.
Draft openDraft(const tables::TableFacts& facts, const std::optional<tables::Candidate>& candidate);

// What the list shows of a role: "user_id, idempotency_key", "timestamp with time zone".
QString columnsShown(const tables::Profile& profile, const std::string& role);
QString formShown(const Draft& draft, const std::string& role);

// One column in two roles, sentence by sentence: likely a slip, and not forbidden.
QStringList sharedColumns(const Draft& draft);

// Profiles as files of the person who made them.
struct KnownProfiles {
  std::vector<tables::Profile> profiles;
  std::vector<std::string> problems;  // a file that cannot be read, in a sentence each
};

// Files and directories of *.toml; one that does not exist holds nothing. For any thread.
KnownProfiles readKnown(const QStringList& places);

// "payments.idempotency_keys.toml": the profile's name as a file's, whatever it holds.
QString fileNameOf(const tables::Profile& profile);

// Whether the file holds a profile of another name or table, or something else.
bool holdsAnother(const QString& path, const tables::Profile& profile);

// Mode 0600, in a directory that is made 0700 where it is missing. ErrorKind::io.
Result<void> saveProfile(const QString& path, const tables::Profile& profile);

}  // namespace onceover::ui

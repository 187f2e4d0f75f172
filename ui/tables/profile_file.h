// Profiles as files of the person who made them.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/base/result.h"
#include "core/tables/profile.h"

namespace onceover::ui {

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

#include "ui/tables/profile_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "core/tables/toml.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::ui {

KnownProfiles readKnown(const QStringList& places) {
  KnownProfiles known;
  for (const QString& place : places) {
    QStringList files{place};
    if (QFileInfo(place).isDir()) {
      files.clear();
      for (const QFileInfo& file : QDir(place).entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        files.append(file.filePath());
      }
    } else if (!QFileInfo::exists(place)) {
      continue;
    }
    // Each by itself: one that cannot be read keeps nobody from the others.
    for (const QString& file : files) {
      auto read = tables::read_profiles(QFile::encodeName(file).toStdString());
      if (!read) {
        known.problems.push_back(read.error().what);
        continue;
      }
      known.profiles.insert(known.profiles.end(), read->begin(), read->end());
    }
  }
  return known;
}

QString fileNameOf(const tables::Profile& profile) {
  QString name;
  for (const QChar c : widgets::text(profile.name.empty() ? profile.table : profile.name).left(60)) {
    const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
    name += isPlain || (c == u'.' && !name.isEmpty()) ? c : QChar(u'_');
  }
  return (name.isEmpty() ? QStringLiteral("profile") : name) + QLatin1String(".toml");
}

bool holdsAnother(const QString& path, const tables::Profile& profile) {
  if (!QFileInfo::exists(path)) return false;
  const auto held = tables::read_profiles(QFile::encodeName(path).toStdString());
  // A table's archive stands behind it.
  const bool isOne = held && (held->size() == 1 || (held->size() == 2 && held->front().archive == held->back().name));
  if (!isOne) return true;
  const tables::Profile& other = held->front();
  return other.name != profile.name || other.schema != profile.schema || other.table != profile.table;
}

Result<void> saveProfile(const QString& path, const tables::Profile& profile) {
  const QString directory = QFileInfo(path).absolutePath();
  if (!QFileInfo(directory).isDir()) {
    const bool isMade = QDir().mkpath(directory) &&
                        QFile::setPermissions(directory, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    if (!isMade) {
      return fail(ErrorKind::io, "The directory for profiles cannot be made: " + directory.toStdString() + ".", "Nothing was saved.",
                  "Choose another place.");
    }
  }
  return widgets::savePrivately(path, QByteArray::fromStdString(tables::to_toml(std::vector<tables::Profile>{profile})));
}

}  // namespace onceover::ui

#include "ui/workspace/private_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace onceover::workspace {
namespace {

Error notMade(const char* what, const QString& detail) {
  return {ErrorKind::io,       what, "Nothing was remembered.", "See whether the file and its directory can be written.", "",
          detail.toStdString()};
}

}  // namespace

Result<void> makePrivateFile(const QString& path) {
  const QFileInfo info(path);
  const bool fresh = !info.dir().exists();
  if (!QDir().mkpath(info.absolutePath())) return fail(notMade("The workspace directory could not be made.", info.absolutePath()));
  if (fresh) QFile::setPermissions(info.absolutePath(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  QFile file(path);
  if (!file.exists() && !file.open(QIODevice::NewOnly | QIODevice::WriteOnly, QFile::ReadOwner | QFile::WriteOwner)) {
    return fail(notMade("The workspace file could not be made.", file.errorString()));
  }
  if (!QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner)) {
    return fail(notMade("The workspace file could not be made private.", path));
  }
  return {};
}

}  // namespace onceover::workspace

// A file that its owner alone may read. Inside the room only.
#pragma once

#include <QString>

#include "core/base/result.h"

namespace onceover::workspace {

// Made before SQLite opens it: SQLite would take the umask's rights. Makes the directory (0700), too, where it is missing. Error: io.
Result<void> makePrivateFile(const QString& path);

}  // namespace onceover::workspace

#include "ui/planner/log_edit.h"

#include "ui/widgets/text.h"

namespace onceover::planner {

LogEdit::LogEdit(QWidget* parent)
    : DropEdit(tr("A client's retry log"),
               tr("attempt,delay_ms,status,code,notes\n1,0,timeout,,\n2,137,5xx,502,\nPaste a client's log here, or drop its file."),
               parent) {
  setLineWrapMode(NoWrap);
}

void LogEdit::takeFile(const QString& path) {
  const auto log = widgets::readDropped(path, largest);
  if (!log) return emit fileRefused(widgets::text(log.error().what));
  setPlainText(QString::fromUtf8(*log));
  emit fileTaken(tr("%1, %2").arg(widgets::fileName(path), widgets::byteCount(log->size())));
}

}  // namespace onceover::planner

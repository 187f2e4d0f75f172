#include "ui/planner/log_edit.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "ui/widgets/text.h"

namespace onceover::planner {
namespace {

QString fileOf(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

LogEdit::LogEdit(QWidget* parent) : QPlainTextEdit(parent) {
  setAccessibleName(tr("A client's retry log"));
  setPlaceholderText(tr("attempt,delay_ms,status,code,notes\n1,0,timeout,,\n2,137,5xx,502,\nPaste a client's log here, or drop its file."));
  setTabChangesFocus(true);
  setLineWrapMode(NoWrap);
  setFont(widgets::monospaceFont(font()));
}

void LogEdit::takeFile(const QString& path) {
  QFile file(path);
  const QString name = widgets::shown(widgets::bytes(QFileInfo(path).fileName()));
  if (!file.open(QIODevice::ReadOnly)) return emit fileRefused(tr("%1 could not be read: %2").arg(name, file.errorString()));
  if (file.size() > largest) return emit fileRefused(tr("%1 is larger than %2: it was not read.").arg(name, widgets::byteCount(largest)));
  const QByteArray text = file.readAll();
  setPlainText(QString::fromUtf8(text));
  emit fileTaken(tr("%1, %2").arg(name, widgets::byteCount(text.size())));
}

void LogEdit::dragEnterEvent(QDragEnterEvent* event) {
  if (!fileOf(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragEnterEvent(event);
}

void LogEdit::dragMoveEvent(QDragMoveEvent* event) {
  if (!fileOf(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragMoveEvent(event);
}

void LogEdit::dropEvent(QDropEvent* event) {
  const QString path = fileOf(event->mimeData());
  if (path.isEmpty()) return QPlainTextEdit::dropEvent(event);
  event->acceptProposedAction();
  takeFile(path);
}

}  // namespace onceover::planner

#include "ui/widgets/body_edit.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include "ui/widgets/text.h"

namespace onceover::widgets {

BodyEdit::BodyEdit(QWidget* parent)
    : DropEdit(tr("Request body, optional"), tr("Paste the request's body, or drop a file. It is compared byte for byte and never stored."),
               parent) {
  connect(this, &QPlainTextEdit::textChanged, this, &BodyEdit::forgetFile);
}

std::optional<std::string> BodyEdit::body() const {
  if (file_) return file_;
  const QString typed = toPlainText();
  if (typed.isEmpty()) return std::nullopt;
  return bytes(typed);
}

void BodyEdit::takeFile(const QString& path) {
  const auto read = readDropped(path, largest);
  filling_ = true;
  clear();
  setPlaceholderText(read ? tr("%1, %2, byte for byte").arg(fileName(path), byteCount(read->size())) : text(read.error().what));
  filling_ = false;
  file_ = read ? std::optional(read->toStdString()) : std::nullopt;
  emit fileTaken();
}

void BodyEdit::forgetFile() {
  if (!filling_) file_.reset();
}

QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

QString fileName(const QString& path) { return shown(bytes(QFileInfo(path).fileName())); }

Result<QByteArray> readDropped(const QString& path, qint64 largest) {
  QFile file(path);
  const auto refused = [&](const QString& why) { return fail(ErrorKind::io, bytes(why)); };
  if (!file.open(QIODevice::ReadOnly)) return refused(DropEdit::tr("%1 could not be read: %2").arg(fileName(path), file.errorString()));
  if (file.size() > largest) return refused(DropEdit::tr("%1 is larger than %2. It was not read.").arg(fileName(path), byteCount(largest)));
  return file.readAll();
}

DropEdit::DropEdit(const QString& name, const QString& placeholder, QWidget* parent) : QPlainTextEdit(parent) {
  setAccessibleName(name);
  setPlaceholderText(placeholder);
  setTabChangesFocus(true);
  setFont(monospaceFont(font()));
}

void DropEdit::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragEnterEvent(event);
}

void DropEdit::dragMoveEvent(QDragMoveEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragMoveEvent(event);
}

void DropEdit::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return QPlainTextEdit::dropEvent(event);
  event->acceptProposedAction();
  takeFile(path);
}

}  // namespace onceover::widgets

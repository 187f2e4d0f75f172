#include "ui/widgets/body_edit.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

// A dropped text is pasted; a dropped file is read.
QString fileOf(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

BodyEdit::BodyEdit(QWidget* parent) : QPlainTextEdit(parent) {
  setAccessibleName(tr("Request body, optional"));
  setPlaceholderText(tr("Paste the request's body, or drop a file: its bytes are compared, never stored."));
  setTabChangesFocus(true);
  setFont(widgets::monospaceFont(font()));
  connect(this, &QPlainTextEdit::textChanged, this, &BodyEdit::forgetFile);
}

std::optional<std::string> BodyEdit::body() const {
  if (file_) return file_;
  const QString typed = toPlainText();
  if (typed.isEmpty()) return std::nullopt;
  return widgets::bytes(typed);
}

void BodyEdit::takeFile(const QString& path) {
  QFile file(path);
  const QString name = widgets::shown(widgets::bytes(QFileInfo(path).fileName()));
  QString says;
  std::optional<std::string> taken;
  if (!file.open(QIODevice::ReadOnly)) {
    says = tr("%1 could not be read: %2").arg(name, file.errorString());
  } else if (file.size() > largest) {
    says = tr("%1 is larger than %2: it was not read.").arg(name, widgets::byteCount(largest));
  } else {
    taken = file.readAll().toStdString();
    says = tr("%1, %2, byte for byte").arg(name, widgets::byteCount(static_cast<std::int64_t>(taken->size())));
  }
  filling_ = true;
  clear();
  setPlaceholderText(says);
  filling_ = false;
  file_ = std::move(taken);
  emit fileTaken();
}

void BodyEdit::forgetFile() {
  if (!filling_) file_.reset();
}

void BodyEdit::dragEnterEvent(QDragEnterEvent* event) {
  if (!fileOf(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragEnterEvent(event);
}

void BodyEdit::dropEvent(QDropEvent* event) {
  const QString path = fileOf(event->mimeData());
  if (path.isEmpty()) return QPlainTextEdit::dropEvent(event);
  event->acceptProposedAction();
  takeFile(path);
}

}  // namespace onceover::widgets

#include "ui/widgets/body_edit.h"

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

}  // namespace onceover::widgets

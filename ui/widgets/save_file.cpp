#include "ui/widgets/save_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

namespace onceover::widgets {

Result<void> savePrivately(const QString& path, const QByteArray& bytes) {
  const auto refused = [&](const QFileDevice& file) {
    return fail(ErrorKind::io, "The file cannot be written: " + file.errorString().toStdString() + ".", "Nothing was saved.",
                "Choose another place.");
  };
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return refused(file);
  // Before the first byte: a file that existed lends its own mode to the new one.
  if (!file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)) return refused(file);
  if (file.write(bytes) != bytes.size() || !file.commit()) return refused(file);
  return {};
}

QByteArray csvCell(const QString& text) {
  QString cell = text;
  if (!cell.isEmpty() && QStringLiteral("=+-@\t\r").contains(cell.front())) cell.prepend('\'');
  const bool quotes = cell.contains(',') || cell.contains('"') || cell.contains('\n') || cell.contains('\r');
  if (!quotes) return cell.toUtf8();
  cell.replace('"', QLatin1String("\"\""));
  return ('"' + cell + '"').toUtf8();
}

void askSavePath(QWidget* parent, const QString& title, const QString& suggested, const std::function<void(const QString&)>& chosen) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(suggested).suffix());
  dialog->selectFile(suggested);
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
  dialog->open();
}

}  // namespace onceover::widgets

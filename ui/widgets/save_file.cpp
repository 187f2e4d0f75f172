#include "ui/widgets/save_file.h"

#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QSaveFile>

#include "core/exports/cell_text.h"

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

QByteArray pngBytes(const QImage& image) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return png;
}

QByteArray csvCell(const QString& text) {
  if (text.isEmpty()) return {};
  std::string cell;
  exports::append_csv(cell, text.toStdString(), true);
  return QByteArray::fromStdString(cell);
}

namespace {

QFileDialog* fileDialog(QWidget* parent, const QString& title, const std::function<void(const QString&)>& chosen) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
  return dialog;
}

}  // namespace

void askSavePath(QWidget* parent, const QString& title, const QString& suggested, const std::function<void(const QString&)>& chosen) {
  QFileDialog* dialog = fileDialog(parent, title, chosen);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(suggested).suffix());
  dialog->selectFile(suggested);
  dialog->open();
}

void askOpenPath(QWidget* parent, const QString& title, const QString& filter, const std::function<void(const QString&)>& chosen) {
  QFileDialog* dialog = fileDialog(parent, title, chosen);
  dialog->setFileMode(QFileDialog::ExistingFile);
  if (!filter.isEmpty()) dialog->setNameFilters({filter, QObject::tr("All files (*)")});
  dialog->open();
}

}  // namespace onceover::widgets

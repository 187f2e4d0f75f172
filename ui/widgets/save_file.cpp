#include "ui/widgets/save_file.h"

#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMenu>
#include <QSaveFile>

#include "core/exports/cell_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

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

namespace {

const QStringList& exportSuffixes() {
  static const QStringList suffixes{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")};
  return suffixes;
}

}  // namespace

ExportButton::ExportButton(const QString& title, std::function<QByteArray(const QString&)> content, QWidget* parent)
    : QToolButton(parent), title_(title), content_(std::move(content)) {
  const QString name = tr("Export %1").arg(title);
  setIcon(widgets::icon(QStringLiteral("export")));
  setAutoRaise(true);
  setAccessibleName(name);
  setToolTip(widgets::toolTip(name));
  setFocusPolicy(Qt::StrongFocus);
  setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(this);
  for (const QString& suffix : exportSuffixes()) {
    QAction* action = menu->addAction(suffix.toUpper() + QStringLiteral(" …"));
    connect(action, &QAction::triggered, this, [this, suffix] { ask(suffix); });
  }
  setMenu(menu);
}

void ExportButton::ask(const QString& suffix) {
  QString name = title_.toLower();
  name.replace(' ', '-');
  askSavePath(this, tr("Export %1").arg(title_), name + '.' + suffix, [this](const QString& path) {
    const auto saved = exportTo(path);
    if (saved) {
      emit exported(path);
    } else {
      emit exportFailed(saved.error());
    }
  });
}

Result<void> ExportButton::exportTo(const QString& path) const {
  const QString suffix = QFileInfo(path).suffix().toLower();
  return savePrivately(path, content_(exportSuffixes().contains(suffix) ? suffix : exportSuffixes().last()));
}

}  // namespace onceover::widgets

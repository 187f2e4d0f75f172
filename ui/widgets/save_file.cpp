// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/save_file.h"

#include <QBuffer>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMenu>
#include <QSaveFile>

#include "core/exports/cell_text.h"
#include "ui/widgets/controls.h"

namespace onceover::widgets {

Result<void> savePrivately(const QString& path, const QByteArray& bytes) {
  const auto refused = [&](const QFileDevice& file) {
    return fail(ErrorKind::io, "The file cannot be written: " + file.errorString().toStdString() + ".",
                "Nothing was saved.", "Choose another place.");
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

QFileDialog* fileDialog(QWidget* parent, const QString& title,
                        const std::function<void(const QString&)>& chosen) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
  return dialog;
}

}  // namespace

void askSavePath(QWidget* parent, const QString& title, const QString& suggested,
                 const std::function<void(const QString&)>& chosen) {
  QFileDialog* dialog = fileDialog(parent, title, chosen);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(suggested).suffix());
  dialog->selectFile(suggested);
  dialog->open();
}

void askOpenPath(QWidget* parent, const QString& title, const QString& filter,
                 const std::function<void(const QString&)>& chosen) {
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

ExportButton::ExportButton(const QString& title, std::function<QByteArray(const QString&)> content,
                           QWidget* parent)
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

namespace {

struct Saved {
  std::int64_t bytes = 0;
  std::size_t leftOut = 0;
};

Result<Saved> write(bridge::Reader& reader, const BundleWanted& wanted, bool withBodies,
                    const std::string& file) {
  bundle::CollectOptions options;
  options.with_bodies = withBodies;
  options.actor = audit::this_actor("onceover");
  if (wanted.described) options.described = wanted.described();
  options.on_progress = [&reader](int parts, int of) { reader.progress(parts, of); };
  auto made = bundle::collect(reader.connection(), wanted.what, options);
  if (!made) return fail(made.error());
  if (!*made)
    return fail(ErrorKind::invalid_input, "It no longer exists.", "No bundle was made.", "Refresh the page.");
  auto bytes = bundle::to_file(**made, file);
  if (!bytes) return fail(bytes.error());
  return Saved{*bytes, (*made)->left_out.size()};
}

}  // namespace

SaveBundleDialog::SaveBundleDialog(QWidget* parent)
    : ConfirmDialog({.title = tr("Save incident bundle"),
                     .text = tr("One file with what is shown here, the evidence, who did what, and the SQL. "
                                "It is Markdown that anyone can read, and this program opens it without a "
                                "connection."),
                     .detail = {},
                     .button = tr("&Save…"),
                     .typed = {}},
                    parent),
      bodies_(new QCheckBox(tr("Include &bodies, payloads and stored headers"))) {
  addWidget(bodies_);
  addWidget(wrappedText(tr("It contains customers, amounts and references. Bodies are given by their size "
                           "unless you include them. Credentials are never included. Only you can read the "
                           "file until you share it."),
                        TextRole::caption));
}

bool SaveBundleDialog::withBodies() const { return bodies_->isChecked(); }

void saveBundle(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, const Said& said) {
  auto* dialog = new SaveBundleDialog(parent);
  QObject::connect(dialog, &QDialog::accepted, parent, [&session, parent, wanted, said, dialog] {
    const bool withBodies = dialog->withBodies();
    const QString suggested = wanted.suggested.isEmpty() ? QStringLiteral("incident.md") : wanted.suggested;
    askSavePath(parent, tr("Save incident bundle"), suggested,
                [&session, parent, wanted, said, withBodies](const QString& path) {
                  saveBundleTo(session, parent, wanted, withBodies, path, said);
                });
  });
  dialog->open();
}

void saveBundleTo(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, bool withBodies,
                  const QString& path, const Said& said) {
  said(tr("Collecting the incident bundle …"));
  const QString name = shown(bytes(path));
  session.read<Saved>(
      parent, tr("Collecting the incident bundle"),
      [wanted, withBodies, file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) {
        return write(reader, wanted, withBodies, file);
      },
      [said, name](const Result<Saved>& saved) {
        if (!saved) {
          return said(saved.error().is_cancelled() ? tr("Collecting was cancelled; nothing was saved.")
                                                   : sentences(saved.error()).replace('\n', ' '));
        }
        const QString done = tr("Incident bundle: %1, in %2.").arg(byteCount(saved->bytes), name);
        said(saved->leftOut == 0 ? done
                                 : done + ' ' +
                                       tr("%Ln parts could not be read; the file names them.", nullptr,
                                          counted(static_cast<std::int64_t>(saved->leftOut))));
      });
}

}  // namespace onceover::widgets

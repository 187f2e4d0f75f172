#include "ui/widgets/export_button.h"

#include <QFileInfo>
#include <QMenu>

#include "ui/widgets/icon.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {
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

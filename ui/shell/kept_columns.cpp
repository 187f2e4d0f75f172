#include "ui/shell/kept_columns.h"

#include <QTimer>

#include "ui/widgets/table.h"

namespace onceover::shell {
namespace {

// While a border is dragged it changes with every pixel.
constexpr auto atRest = std::chrono::milliseconds(300);

// The titles: a table that has got another column starts anew.
QString shapeOf(const widgets::TableView& table) {
  QStringList titles;
  for (int column = 0; table.model() != nullptr && column < table.model()->columnCount(); ++column) {
    titles.append(table.model()->headerData(column, Qt::Horizontal).toString());
  }
  return titles.join(u'|');
}

void keep(widgets::TableView& table, const QString& name, workspace::Workspace& workspace) {
  const QString before = shapeOf(table) + u'\n';
  const QString kept = workspace.choice(name);
  if (kept.startsWith(before)) table.restoreHeader(QByteArray::fromBase64(kept.mid(before.size()).toLatin1()));
  auto* timer = new QTimer(&table);
  timer->setSingleShot(true);
  timer->setInterval(atRest);
  QObject::connect(&table, &widgets::TableView::headerChanged, timer, qOverload<>(&QTimer::start));
  QObject::connect(timer, &QTimer::timeout, &table, [&table, &workspace, name, before] {
    (void)workspace.setChoice(name, before + QString::fromLatin1(table.headerState().toBase64()));
  });
}

}  // namespace

void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace) {
  for (widgets::TableView* table : page.findChildren<widgets::TableView*>()) {
    keep(*table, QStringLiteral("columns/%1/%2").arg(pageId, table->accessibleName()), workspace);
  }
}

}  // namespace onceover::shell

#include "ui/shell/kept_columns.h"

#include <QTimer>

#include "ui/widgets/widgets.h"

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

QString placeOf(const QString& name, const tables::Profile& profile) {
  if (tables::is_own(profile)) return name;
  return name + '/' + widgets::text(profile.schema) + '.' + widgets::text(profile.table);
}

void keep(widgets::TableView& table, const QString& name, workspace::Workspace& workspace, const bridge::Session& session) {
  auto* timer = new QTimer(&table);
  timer->setSingleShot(true);
  timer->setInterval(atRest);
  const auto restore = [&table, &workspace, &session, name, timer] {
    timer->stop();
    const QString before = shapeOf(table) + u'\n';
    const QString kept = workspace.choice(placeOf(name, session.profile()));
    if (kept.startsWith(before)) table.restoreHeader(QByteArray::fromBase64(kept.mid(before.size()).toLatin1()));
  };
  restore();
  QObject::connect(&table, &widgets::TableView::headerChanged, timer, qOverload<>(&QTimer::start));
  QObject::connect(timer, &QTimer::timeout, &table, [&table, &workspace, &session, name] {
    const QString value = shapeOf(table) + u'\n' + QString::fromLatin1(table.headerState().toBase64());
    (void)workspace.setChoice(placeOf(name, session.profile()), value);
  });
  // Behind the page's own slot, which shows the columns of the new table as they are at first.
  QObject::connect(&session, &bridge::Session::profileChanged, &table, restore);
}

}  // namespace

void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace, const bridge::Session& session) {
  for (widgets::TableView* table : page.findChildren<widgets::TableView*>()) {
    keep(*table, QStringLiteral("columns/%1/%2").arg(pageId, table->accessibleName()), workspace, session);
  }
}

}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/memory.h"

#include "core/tables/sql.h"
#include "core/tables/toml.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

// More tables than anybody maps by hand in one database.
constexpr std::size_t mostMappings = 100;

QString lastOf(const QString& place) { return QStringLiteral("table/") + place; }
QString mappingsOf(const QString& place) { return QStringLiteral("mappings/") + place; }

QString keptFor(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection,
                QString (*choice)(const QString&)) {
  return workspace.choice(choice(rememberedPlace(connection)));
}

Mappings readable(const QString& toml, const char* what) {
  Mappings all;
  if (toml.isEmpty()) return all;
  const auto kept = tables::profiles_from_toml(widgets::bytes(toml), what);
  if (!kept) return all;
  for (const tables::Profile& profile : *kept) {
    if (!tables::problem(profile)) all.push_back(std::make_shared<const tables::Profile>(profile));
  }
  return all;
}

}  // namespace

QString rememberedPlace(const bridge::ConnectionProfile& connection) {
  return connection.id.isEmpty() ? bridge::withoutPassword(connection.conninfo).conninfo : connection.id;
}

void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection,
                   const tables::Profile& profile) {
  const QString place = rememberedPlace(connection);
  const QString toml =
      tables::is_own(profile) ? QString() : widgets::text(tables::to_toml(std::vector{profile}));
  if (keptFor(workspace, connection, lastOf) != toml) (void)workspace.setChoice(lastOf(place), toml);
  if (tables::is_own(profile) || tables::own_events(profile.name)) return;
  std::vector<tables::Profile> mappings{profile};
  for (const auto& known : rememberedMappings(workspace, connection)) {
    const bool isSame = known->schema == profile.schema && known->table == profile.table;
    if (!isSame && mappings.size() < mostMappings) mappings.push_back(*known);
  }
  (void)workspace.setChoice(mappingsOf(place), widgets::text(tables::to_toml(mappings)));
}

std::shared_ptr<const tables::Profile> rememberedTable(const workspace::Workspace& workspace,
                                                       const bridge::ConnectionProfile& connection) {
  const Mappings kept = readable(keptFor(workspace, connection, lastOf), "the table last read here");
  return kept.empty() ? nullptr : kept.front();
}

Mappings rememberedMappings(const workspace::Workspace& workspace,
                            const bridge::ConnectionProfile& connection) {
  return readable(keptFor(workspace, connection, mappingsOf), "the tables mapped here");
}

void forgetTables(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection) {
  for (const auto choice : {lastOf, mappingsOf}) workspace.forgetChoice(choice(rememberedPlace(connection)));
}

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

void keep(widgets::TableView& table, const QString& name, workspace::Workspace& workspace,
          const bridge::Session& session) {
  auto* timer = new QTimer(&table);
  timer->setSingleShot(true);
  timer->setInterval(atRest);
  const auto restore = [&table, &workspace, &session, name, timer] {
    timer->stop();
    const QString before = shapeOf(table) + u'\n';
    const QString kept = workspace.choice(placeOf(name, session.profile()));
    if (kept.startsWith(before))
      table.restoreHeader(QByteArray::fromBase64(kept.mid(before.size()).toLatin1()));
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

void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace,
                 const bridge::Session& session) {
  for (widgets::TableView* table : page.findChildren<widgets::TableView*>()) {
    keep(*table, QStringLiteral("columns/%1/%2").arg(pageId, table->accessibleName()), workspace, session);
  }
}

namespace {

// More than anybody goes back in an incident.
constexpr std::size_t most = 200;

}  // namespace

bool Visit::isSame(const Visit& other) const {
  const bool isSameTable = table && other.table
                               ? tables::table_name(*table) == tables::table_name(*other.table)
                               : table == other.table;
  return page == other.page && place == other.place && isSameTable;
}

void History::visit(Visit visit) {
  if (!visits_.empty() && visits_[at_].isSame(visit)) return;
  if (!visits_.empty()) visits_.resize(at_ + 1);
  visits_.push_back(std::move(visit));
  if (visits_.size() > most) visits_.erase(visits_.begin());
  at_ = visits_.size() - 1;
}

void History::update(const QString& page, const widgets::Place& place) {
  if (!visits_.empty() && visits_[at_].page == page) visits_[at_].place = place;
}

void History::clear() {
  visits_.clear();
  at_ = 0;
}

}  // namespace onceover::shell

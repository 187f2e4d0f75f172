#include "ui/shell/link_desk.h"

#include "core/tables/sql.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

// The digest of the store that a connection led to when it was last made.
QString storeChoice(const bridge::ConnectionProfile& connection) { return QStringLiteral("store/") + rememberedPlace(connection); }

QByteArray titleBytes(const tables::Profile& table) { return QByteArray::fromStdString(table.schema + "." + table.table); }

}  // namespace

LinkDesk::LinkDesk(bridge::Session& session, workspace::Workspace& workspace, Navigator& places, std::function<bridge::Tables()> mapped,
                   QObject* parent)
    : QObject(parent), session_(session), workspace_(workspace), places_(places), mapped_(std::move(mapped)) {}

QString LinkDesk::here() const {
  const widgets::Page* page = places_.page();
  if (page == nullptr || !session_.wasReady()) return {};
  const tables::Profile& table = session_.profile();
  return linkText({.page = places_.idHere(),
                   .store = storeOf(session_.facts().identity),
                   .of = session_.connection().title().toUtf8(),
                   .table = tables::is_own(table) ? QByteArray() : titleBytes(table),
                   .place = page->placeForOthers()});
}

void LinkDesk::forgetProblem() {
  problem_.clear();
  emit problemChanged();
}

void LinkDesk::refuse(const Error& error) {
  problem_ = widgets::sentences(error).replace('\n', ' ');
  emit problemChanged();
}

bool LinkDesk::noteConnected() {
  (void)workspace_.setChoice(storeChoice(session_.connection()), QString::fromLatin1(storeOf(session_.facts().identity)));
  const auto link = std::exchange(pending_, std::nullopt);
  if (link) follow(*link);
  return link.has_value();
}

void LinkDesk::open(const QString& text) {
  pending_.reset();
  forgetProblem();
  const auto link = linkFrom(text, places_.ids());
  if (!link) return refuse(link.error());
  if (session_.state() == bridge::SessionState::connecting) {
    pending_ = *link;  // whether it is of that store is known in a moment
    return;
  }
  if (session_.isReady() && storeOf(session_.facts().identity) == link->store) return follow(*link);
  for (const bridge::ConnectionProfile& known : workspace_.connections()) {
    if (workspace_.choice(storeChoice(known)).toLatin1() != link->store) continue;
    pending_ = *link;
    return emit connectionOffered(known);
  }
  const QString of = widgets::shown(link->of.toStdString());
  refuse({ErrorKind::invalid_input, widgets::bytes(tr("The link is of a store that this desktop has not connected to (“%1”).").arg(of)),
          "Nothing was opened.", "Connect to that store, then open the link again."});
}

// True where that table is read now.
bool LinkDesk::read(const QByteArray& title) {
  bridge::Tables all = mapped_();
  for (const auto& table : session_.facts().eventTables) all.push_back(table);
  if (title.isEmpty()) all = {bridge::ownProfile()};
  for (const auto& table : all) {
    if (!title.isEmpty() && titleBytes(*table) != title) continue;
    const bool isRead = title.isEmpty() ? tables::is_own(session_.profile()) : titleBytes(session_.profile()) == title;
    if (!isRead) session_.useProfile(table);
    return true;
  }
  return !title.isEmpty() && titleBytes(session_.profile()) == title;
}

Result<void> LinkDesk::show(const Link& link) {
  const auto at = static_cast<int>(places_.ids().indexOf(link.page));
  if (!read(link.table)) {
    return fail(
        ErrorKind::invalid_input,
        "The link is of the table " + widgets::bytes(widgets::shown(link.table.toStdString())) + ", which is not mapped on this desktop.",
        "Nothing was opened.", "Map it on the page Tables and use it, then open the link again.");
  }
  if (!places_.isOfTable(at)) {
    return fail(ErrorKind::invalid_input,
                "The page “" + widgets::bytes(places_.entries()[at].title) + "” has nothing to show for this table over this connection.",
                "Nothing was opened.", "");
  }
  auto shown = places_.pages()[at]->showPlace(link.place);
  if (shown) places_.show(at);
  return shown;
}

void LinkDesk::follow(const Link& link) {
  if (storeOf(session_.facts().identity) != link.store) {
    return refuse({ErrorKind::invalid_input, "This connection leads to another store than the link is of.", "Nothing was opened.",
                   "Connect to the store of the link, then open it again."});
  }
  const auto shown = places_.asOneVisit([&] { return show(link); });
  if (!shown) refuse(shown.error());
}

}  // namespace onceover::shell

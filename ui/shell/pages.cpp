// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include <QAction>

#include "core/tables/sql.h"
#include "ui/admin/admin_page.h"
#include "ui/audit/audit_page.h"
#include "ui/bundle/bundle_page.h"
#include "ui/calculator/calculator_page.h"
#include "ui/cases/case_page.h"
#include "ui/drift/drift_page.h"
#include "ui/events/inbox_page.h"
#include "ui/events/outbox_page.h"
#include "ui/health/health_page.h"
#include "ui/keys/keys_page.h"
#include "ui/metrics/prometheus_dialog.h"
#include "ui/metrics/prometheus_source.h"
#include "ui/metrics/samples_source.h"
#include "ui/overview/overview_page.h"
#include "ui/plans/plans_page.h"
#include "ui/shell/keychain.h"
#include "ui/shell/memory.h"
#include "ui/shift/handover_page.h"
#include "ui/shift/queue_page.h"
#include "ui/stuck/leases_page.h"
#include "ui/tables/draft.h"
#include "ui/tables/tables_page.h"
#include "ui/widgets/controls.h"
#include "ui/workspace/sample_store.h"

namespace onceover::shell {
namespace {

template <class P>
widgets::Page* makePage(bridge::Session& session, QWidget* parent) {
  return new P(session, parent);
}

// What a page does with what another one gives it.
template <auto member>
struct Call;
template <class P, class... Given, void (P::*member)(Given...)>
struct Call<member> {
  static void on(widgets::Page& page, Given... given) { (static_cast<P&>(page).*member)(given...); }
};

void furnishDashboard(widgets::Page& page, bridge::Session& session, workspace::Workspace& workspace) {
  furnishMetrics(static_cast<metrics::MetricsPage&>(page), session, workspace);
}

void furnishTables(widgets::Page& page, bridge::Session& session, workspace::Workspace& workspace) {
  static_cast<ui::TablesPage&>(page).setMapped([&session, &workspace]() -> bridge::Tables {
    return rememberedMappings(workspace, session.connection());
  });
}

// Of no table: it is listed when a file was opened.
bool isForNoTable(const bridge::Session&) { return false; }
bool isOurOwn(const bridge::Session& session) { return tables::is_own(session.profile()); }
// Of the whole store, whichever table is read.
bool hasOverview(const bridge::Session& session) {
  return isOurOwn(session) || session.facts().schema.is_readable();
}
bool hasEvents(const bridge::Session& session) { return session.profile().kind != tables::Kind::idempotency; }
// A table without a lease has no row of which anybody could say that it is stuck.
bool hasLeases(const bridge::Session& session) { return session.profile().lease.is_observable(); }
// Cases and requests of all tables stand in our schema.
bool hasCases(const bridge::Session& session) { return session.facts().schema.is_readable(); }
// Relays stand in our schema, since the version that has an outbox.
bool hasRelays(const bridge::Session& session) { return !session.facts().eventTables.empty(); }
// Where there is a gateway to compare with, or it cannot be said why not.
bool hasGateway(const bridge::Session& session) {
  const bridge::ServerFacts& facts = session.facts();
  return (facts.hasGateway || !facts.gatewayProblem.isEmpty()) &&
         session.profile().kind == tables::Kind::idempotency;
}

using Table = std::shared_ptr<const tables::Profile>;

// One of onceover.inbox and onceover.outbox is read.
bool readsOwnEvents(const bridge::Session& session) {
  return std::ranges::any_of(session.facts().eventTables, [&](const Table& table) {
    return tables::table_name(*table) == tables::table_name(session.profile());
  });
}
Table keysHome(const bridge::Session& session) {
  return readsOwnEvents(session) ? bridge::ownProfile() : nullptr;
}
Table driftHome(const bridge::Session& session) {
  const bridge::ServerFacts& facts = session.facts();
  return facts.hasGateway || !facts.gatewayProblem.isEmpty() ? keysHome(session) : nullptr;
}
// The outbox has given-up events of its own, on its page: here the inbox is meant, also while the outbox is
// read.
Table inboxHome(const bridge::Session& session) {
  const auto& tables = session.facts().eventTables;
  if (tables.empty() || !(isOurOwn(session) || readsOwnEvents(session))) return nullptr;
  return tables::table_name(*tables.front()) == tables::table_name(session.profile()) ? nullptr
                                                                                      : tables.front();
}

bool hasTrail(const bridge::Session& session) {
  return isOurOwn(session) || session.facts().schema.is_readable();
}

}  // namespace

QList<PageEntry> pageEntries(const QStringList& profiles) {
  const auto makeTables = [profiles](bridge::Session& session, QWidget* parent) -> widgets::Page* {
    return new ui::TablesPage(session, profiles, parent);
  };
  const auto known = [profiles] { return ui::readKnown(profiles).profiles; };
  const auto makeCase = [known](bridge::Session& session, QWidget* parent) -> widgets::Page* {
    return new cases::CasePage(session, known, parent);
  };
  const auto kindOf = [](const tables::Profile& profile) { return ui::kindWord(profile.kind); };
  return {
      {.id = QStringLiteral("overview"),
       .title = QT_TR_NOOP("Overview"),
       .icon = QStringLiteral("overview"),
       .make = makePage<overview::OverviewPage>,
       .isFor = hasOverview,
       .home = keysHome},
      {.id = QStringLiteral("leases"),
       .title = QT_TR_NOOP("Stuck leases"),
       .icon = QStringLiteral("stuck"),
       .make = makePage<stuck::LeasesPage>,
       .names = {tr("Expired leases")},
       .isFor = hasLeases,
       .home = keysHome},
      {.id = QStringLiteral("keys"),
       .title = QT_TR_NOOP("Keys"),
       .icon = QStringLiteral("keys"),
       .make = makePage<keys::KeysPage>,
       .titleFor = kindOf,
       .home = keysHome,
       .showRows =
           Call<static_cast<void (keys::KeysPage::*)(const browse::Filter&)>(&keys::KeysPage::show)>::on},
      {.id = QStringLiteral("inbox"),
       .title = QT_TR_NOOP("Dead letters"),
       .icon = QStringLiteral("half"),
       .make = makePage<events::InboxPage>,
       .names = {tr("Inbox")},
       .isFor = hasEvents,
       .home = inboxHome},
      {.id = QStringLiteral("outbox"),
       .title = QT_TR_NOOP("Outbox"),
       .icon = QStringLiteral("export"),
       .make = makePage<events::OutboxPage>,
       .isFor = hasRelays},
      {.id = QStringLiteral("queue"),
       .title = QT_TR_NOOP("Needs a person"),
       .icon = QStringLiteral("person"),
       .make = makePage<shift::QueuePage>,
       .names = {tr("Approvals"), tr("Cases")},
       .isFor = hasCases},
      {.id = QStringLiteral("plans"),
       .title = QT_TR_NOOP("Plans"),
       .icon = QStringLiteral("play"),
       .make = makePage<plans::PlansPage>,
       .isFor = hasTrail,
       .planRows = Call<&plans::PlansPage::planRows>::on,
       .planThese = Call<&plans::PlansPage::planThese>::on},
      {.id = QStringLiteral("handover"),
       .title = QT_TR_NOOP("Hand-over"),
       .icon = QStringLiteral("copy"),
       .make = makePage<shift::HandoverPage>,
       .names = {tr("Shift report")},
       .isFor = hasCases},
      {.id = QStringLiteral("bundle"),
       .title = QT_TR_NOOP("Incident bundle"),
       .icon = QStringLiteral("export"),
       .make = makePage<bundle::BundlePage>,
       .names = {tr("Bundle")},
       .isFor = isForNoTable,
       .openFile = Call<&bundle::BundlePage::openFile>::on},
      {.id = QStringLiteral("metrics"),
       .title = QT_TR_NOOP("Metrics"),
       .icon = QStringLiteral("metrics"),
       .make = makePage<metrics::MetricsPage>,
       .home = keysHome,
       .furnish = furnishDashboard,
       .alarm = Call<&metrics::MetricsPage::setAlarm>::on,
       .rules = Call<&metrics::MetricsPage::setRules>::on},
      {.id = QStringLiteral("health"),
       .title = QT_TR_NOOP("Health"),
       .icon = QStringLiteral("health"),
       .make = makePage<health::HealthPage>},
      {.id = QStringLiteral("audit"),
       .title = QT_TR_NOOP("Audit"),
       .icon = QStringLiteral("audit"),
       .make = makePage<audit::AuditPage>,
       .isFor = hasTrail,
       .showActs = Call<&audit::AuditPage::showTime>::on,
       .showAudit = Call<&audit::AuditPage::showNumber>::on},
      {.id = QStringLiteral("tables"),
       .title = QT_TR_NOOP("Tables"),
       .icon = QStringLiteral("table"),
       .make = makeTables,
       .openMapping = Call<&ui::TablesPage::openMapping>::on,
       .furnish = furnishTables},
      {.id = QStringLiteral("drift"),
       .title = QT_TR_NOOP("Drift"),
       .icon = QStringLiteral("search"),
       .make = makePage<drift::DriftPage>,
       .names = {tr("Compare with the gateway")},
       .isFor = hasGateway,
       .home = driftHome},
      {.id = QStringLiteral("calculator"),
       .title = QT_TR_NOOP("Calculator"),
       .icon = QStringLiteral("calculator"),
       .make = makePage<calculator::CalculatorPage>},
      {.id = QStringLiteral("admin"),
       .title = QT_TR_NOOP("Administration"),
       .icon = QStringLiteral("lock"),
       .make = makePage<admin::AdminPage>,
       .names = {tr("Stop switch"), tr("Schema"), tr("Gateways")}},
      {.id = QStringLiteral("case"),
       .title = QT_TR_NOOP("Case"),
       .icon = QStringLiteral("case"),
       .make = makeCase,
       .walk = Call<&cases::CasePage::walkThrough>::on,
       .openCase = Call<&cases::CasePage::open>::on},
  };
}

const QList<PlaceEntry>& placeEntries() {
  const auto ids = [](std::initializer_list<const char*> pages) {
    QStringList list;
    for (const char* page : pages) list.append(QString::fromLatin1(page));
    return list;
  };
  static const QList<PlaceEntry> places{
      {QStringLiteral("overview"), tr("Overview"), QStringLiteral("overview"), ids({"overview"})},
      {QStringLiteral("stuck"), tr("Stuck"), QStringLiteral("stuck"), ids({"leases"})},
      {QStringLiteral("keys"), tr("Keys"), QStringLiteral("keys"), ids({"keys"})},
      {QStringLiteral("events"), tr("Events"), QStringLiteral("half"), ids({"inbox", "outbox"})},
      {QStringLiteral("shift"), tr("Shift"), QStringLiteral("person"),
       ids({"queue", "plans", "handover", "bundle"})},
      {QStringLiteral("metrics"), tr("Metrics"), QStringLiteral("metrics"), ids({"metrics"})},
      {QStringLiteral("store"), tr("Store"), QStringLiteral("sql"),
       ids({"health", "audit", "tables", "drift", "calculator", "admin"})}};
  return places;
}

int placeOfPage(const QString& page) {
  const auto& places = placeEntries();
  const auto found =
      std::ranges::find_if(places, [&page](const PlaceEntry& place) { return place.pages.contains(page); });
  return found == places.end() ? -1 : static_cast<int>(found - places.begin());
}

namespace {

// A file that is opened and used in a thread of its own.
template <class Store>
auto confined(const QString& path) {
  return std::make_shared<bridge::Confined<Store>>([path] { return Store::open(path); });
}

}  // namespace

void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace) {
  const auto file = [&workspace](const char* name) {
    return workspace.fileBeside(QString::fromLatin1(name));
  };
  page.addSource(new metrics::CountersSource(session));
  // Before the rows, which tell of levels how they stand and not how they stood.
  auto* samples = new metrics::SamplesSource(session, workspace,
                                             confined<workspace::SampleStore>(file("samples.sqlite")));
  page.addSource(samples);
  auto* take = new QAction(metrics::MetricsPage::tr("Take samples of levels"), &page);
  take->setCheckable(true);
  take->setChecked(samples->isAllowed());
  page.addAction(take);
  QObject::connect(take, &QAction::toggled, samples, &metrics::SamplesSource::setAllowed);
  page.addSource(new metrics::RowsSource(session, confined<workspace::CellStore>(file("cells.sqlite"))));
  auto* prometheus = new metrics::PrometheusSource(session, workspace);
  page.addSource(prometheus);
  auto* tell = new QAction(widgets::icon(QStringLiteral("plug")),
                           metrics::MetricsPage::tr("Prometheus server…"), &page);
  page.addAction(tell);
  QObject::connect(tell, &QAction::triggered, &page, [&page, &session, prometheus] {
    auto* dialog = new metrics::PrometheusDialog(session, *prometheus, &page);
    auto* credentials = new SystemCredentials(dialog);
    QObject::connect(dialog, &metrics::PrometheusDialog::credentialGiven, credentials,
                     &SystemCredentials::store);
    QObject::connect(credentials, &SystemCredentials::stored, dialog, &metrics::PrometheusDialog::showStored);
    QObject::connect(credentials, &SystemCredentials::notStored, dialog,
                     &metrics::PrometheusDialog::showNotStored);
    dialog->open();
  });
  metrics::feedMarks(session, page);
}

}  // namespace onceover::shell

#include "ui/shell/pages.h"

#include <QCoreApplication>

#include "ui/audit/audit_page.h"
#include "ui/inbox/inbox_page.h"
#include "ui/keys/keys_page.h"
#include "ui/leases/leases_page.h"
#include "ui/metrics/metrics_page.h"
#include "ui/overview/overview_page.h"
#include "ui/reconcile/case_page.h"

namespace onceover::shell {
namespace {

template <class P>
widgets::Page* makePage(bridge::Session& session, QWidget* parent) {
  return new P(session, parent);
}

void openInCase(widgets::Page& page, const key::Identity& id) { static_cast<reconcile::CasePage&>(page).open(id); }
void showInKeys(widgets::Page& page, const browse::Filter& filter) { static_cast<keys::KeysPage&>(page).show(filter); }

QString title(const char* text) { return QCoreApplication::translate("Pages", text); }

}  // namespace

QList<PageEntry> pageEntries() {
  return {
      {QStringLiteral("overview"), title("Overview"), QStringLiteral("overview"), makePage<overview::OverviewPage>, {}, {}},
      {QStringLiteral("keys"), title("Keys"), QStringLiteral("keys"), makePage<keys::KeysPage>, {}, showInKeys},
      {QStringLiteral("leases"), title("Stuck leases"), QStringLiteral("stuck"), makePage<leases::LeasesPage>, {}, {}},
      {QStringLiteral("case"), title("Case"), QStringLiteral("case"), makePage<reconcile::CasePage>, openInCase, {}},
      {QStringLiteral("inbox"), title("Inbox, outbox"), QStringLiteral("half"), makePage<inbox::InboxPage>, {}, {}},
      {QStringLiteral("metrics"), title("Metrics"), QStringLiteral("metrics"), makePage<metrics::MetricsPage>, {}, {}},
      {QStringLiteral("audit"), title("Audit"), QStringLiteral("audit"), makePage<audit::AuditPage>, {}, {}},
  };
}

}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
// The page of plans over stuck keys, worked as a person works it.
#pragma once

#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/verdict_shapes.h"
#include "tests/ui/bridge/spin.h"
#include "tests/ui/cases/gateway_stub.h"
#include "ui/plans/desk_run.h"
#include "ui/plans/models.h"
#include "ui/plans/new_plan_dialog.h"
#include "ui/plans/plans_page.h"
#include "ui/widgets/table.h"

namespace onceover::plans {

class PlansTest : public test::ConsolePageTest {
 protected:
  test::GatewayStub gateway;
  std::unique_ptr<PlansPage> page;

  // key-001 and on, as an executor that died leaves them; every `odd_every`th is of another amount than the
  // gateway tells.
  void stick(int n, int oddEvery = 1'000'000) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, "
        "state, fingerprint_kind, fingerprint, owner, customer, amount, currency, reference) SELECT 'acme', "
        "'POST /payments', 'key-' || lpad(i::text, 3, '0'), now() - interval '1 hour' + i * interval '1 "
        "millisecond', now() - interval '1 hour', nextval('onceover.fence'), now() - interval '30 minutes', "
        "'in_progress', 'jcs-sha256', sha256(i::text::bytea), 'payments-7/41', 'c_2041', CASE WHEN i % " +
        std::to_string(oddEvery) +
        " = 0 THEN 99.00 ELSE 125.00 END, 'EUR', 'ord-7' FROM generate_series(1, " + std::to_string(n) +
        ") i");
    raw.exec("ANALYZE onceover.keys");
    gateway.performed();
  }
  static browse::Filter stuck() {
    browse::Filter filter;
    filter.stuck = true;
    return filter;
  }
  pg::Connection another() {
    auto made = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"});
    if (!made) throw std::runtime_error(made.error().sentence());
    return std::move(*made);
  }
  plan::NewPlan wanted(const std::string& name) const {
    plan::NewPlan plan;
    plan.name = name;
    plan.gateway = *plan::gateway_named(gateway.config().toStdString());
    plan.reason = "worker killed";
    plan.ticket = "INC-4711";
    return plan;
  }
  void freeze(const plan::NewPlan& plan, const tables::Profile& table = tables::own(),
              const browse::Filter& filter = stuck()) {
    auto connection = another();
    auto made = plan::create(connection, table, plan, filter, audit::this_actor("test"));
    if (!made) throw std::runtime_error(made.error().sentence());
  }
  // As a dry run leaves it that foresaw that all is written; so many items a second.
  void freezeSlow(double rate) {
    plan::NewPlan slow = wanted("slow");
    slow.options.rate = rate;
    freeze(slow);
    raw.exec("UPDATE onceover.plans SET state = 'ready', ready_at = now()");
    raw.exec(
        "UPDATE onceover.plan_items SET foreseen = 'settle_succeeded', foreseen_writes = true, foreseen_at = "
        "now()");
  }
  // As a runner leaves it that ends between its two writes: the key is the plan's under a new fence that the
  // item knows.
  void leaveOneOwned() {
    raw.exec(R"(SET session_replication_role = replica;
        WITH owned AS (
          UPDATE onceover.keys
          SET fence = nextval('onceover.fence'), holder = 'operator', owner = 'gone', locked_until = clock_timestamp() + interval '30 s'
          WHERE (tenant, operation, key) IN (
            SELECT tenant, operation, key FROM onceover.plan_items WHERE state = 'waiting' ORDER BY position LIMIT 1)
          RETURNING key, fence)
        UPDATE onceover.plan_items i SET fence = o.fence FROM owned o WHERE i.key = o.key;
        RESET session_replication_role)");
  }
  // Whoever takes it up from now on does so without a rate, and takes what another one let go: the item, and
  // the key of an item that was cancelled between its two writes, whose own lease would have ended first.
  void hurry() {
    raw.exec(R"(SET session_replication_role = replica;
        UPDATE onceover.plans SET options = options || '{"rate": 0}', paced_until = NULL;
        UPDATE onceover.plan_items SET taken_until = NULL WHERE state = 'waiting';
        UPDATE onceover.keys SET locked_until = clock_timestamp() WHERE state = 'in_progress' AND holder = 'operator';
        RESET session_replication_role)");
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened() {
    if (!session.isReady() && !connectSession(gateway.config())) return false;
    page = std::make_unique<PlansPage>(session);
    page->resize(1072, 740);
    page->show();
    page->activateWindow();
    page->setFocus();  // as the shell does
    return refreshed(*page);
  }
  DeskRun& desk() const { return *page->findChild<DeskRun*>(); }
  // Until this desk has nothing more to do and what came of it is shown.
  [[nodiscard]] bool deskEnded() {
    return test::waitFor(&desk(), &DeskRun::ended, [this] { return !desk().isWorking(); }) && idle();
  }
  PlanHead& head() const { return *page->findChild<PlanHead*>(); }
  std::string note() const { return head().note().toStdString(); }
  template <class Condition>
  [[nodiscard]] bool shown(Condition condition) {
    return test::spinUntil(condition);
  }
  PlansModel& plans() const { return *page->findChild<PlansModel*>(); }
  ItemsModel& items() const { return *page->findChild<ItemsModel*>(); }
  template <class W>
  static W* named(const QWidget& in, const QString& name) {
    for (W* widget : in.findChildren<W*>()) {
      if (widget->accessibleName().startsWith(name)) return widget;
    }
    return nullptr;
  }
  static QPushButton* button(const QWidget& in, const QString& words) {
    for (auto* each : in.findChildren<QPushButton*>()) {
      if (each->text().remove(QLatin1Char('&')) == words && each->isVisibleTo(&in)) return each;
    }
    return nullptr;
  }
  void click(const QString& words) const { QTest::mouseClick(button(*page, words), Qt::LeftButton); }
  template <class Dialog>
  Dialog* dialog() const {
    for (auto* each : page->findChildren<Dialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  static void type(const QWidget& in, const QString& field, const QString& text) {
    auto* edit = named<QLineEdit>(in, field);
    ASSERT_NE(edit, nullptr) << field.toStdString();
    edit->clear();
    QTest::keyClicks(edit, text);
  }
  std::string stateOf(const std::string& name) {
    return raw.scalar("SELECT state FROM onceover.plans WHERE name = $1", {name});
  }
  std::string settled() { return raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"); }
  [[nodiscard]] bool looksAtAll() {
    click(QStringLiteral("Dry run"));
    return deskEnded();
  }
  // Presses Run and says yes.
  [[nodiscard]] bool begins(const QString& words = QStringLiteral("Run…")) {
    click(words);
    if (!idle() || dialog<RunDialog>() == nullptr) return false;
    QTest::mouseClick(button(*dialog<RunDialog>(), QStringLiteral("Run")), Qt::LeftButton);
    return desk().isWorking();
  }
};

}  // namespace onceover::plans

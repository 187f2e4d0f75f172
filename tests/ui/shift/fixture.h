// SPDX-License-Identifier: GPL-3.0-or-later
// The queue on a private server: cases, requests, and two people with database users of their own.
#pragma once

#include <QAction>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <stdexcept>

#include "core/reconcile/second_approver.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/toml.h"
#include "tests/support/console_page.h"
#include "tests/support/shop_table.h"
#include "ui/shift/approval_panel.h"
#include "ui/shift/queue_data.h"
#include "ui/shift/queue_page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/table.h"

namespace onceover::shift {

// A database user with all rights but those of a superuser, gone with the test.
class Person {
 public:
  Person(const test::TestDatabase& database, const std::string& name)
      : database_(database), name_(name + "_" + database.name()) {
    auto raw = database.connect();
    raw.exec("CREATE ROLE " + name_ + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + name_ +
             "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA onceover TO " + name_ +
             "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " + name_ +
             "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO " + name_);
  }
  ~Person() {
    auto raw = database_.connect();
    raw.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + name_ +
             "'; DROP OWNED BY " + name_ + "; DROP ROLE " + name_);
  }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;
  const std::string& name() const { return name_; }
  std::string conninfo() const { return database_.conninfo() + " user=" + name_; }
  pg::Connection connect() const {
    auto opened = pg::Connection::open({.conninfo = conninfo(), .application_name = "test"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }

 private:
  const test::TestDatabase& database_;
  std::string name_;
};

class QueueTest : public test::ConsolePageTest {
 protected:
  // Before the session: whoever is dropped must not be connected.
  Person asker{database, "asker"}, second{database, "second"};
  std::unique_ptr<bridge::Session> desk = std::make_unique<bridge::Session>();
  std::unique_ptr<QueuePage> page;
  QString gatewayConfig;  // before the connection is made
  const audit::Actor alice{"alice", "desk-1", "onceover"};

  void TearDown() override {
    page.reset();
    desk.reset();
  }

  static key::Identity idOf(const std::string& key) { return {"acme", "POST /refunds", key}; }
  // An executor died; its lease ended.
  void stuck(const std::string& key) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, state, fence, fingerprint_kind, "
        "fingerprint, owner, locked_until, customer, amount, currency, reference) VALUES ('acme', 'POST "
        "/refunds', $1, now() - interval '40 minutes', 'in_progress', nextval('onceover.fence'), "
        "'raw-sha256', sha256('x'), 'refunds-2', now() - interval '30 minutes', 'Ms. Example (c_2041)', "
        "125.00, 'EUR', 'ord-7')",
        {key});
  }
  void filed(const std::string& key, const std::string& status, const std::string& age,
             const std::string& reason, const std::string& evidence = "{}") {
    stuck(key);
    raw.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, opened_at, "
        "fence, verdict, reason, evidence) VALUES ('acme', 'POST /refunds', $1, $2::text, 8, CASE WHEN "
        "$2::text = 'open' THEN now() + interval '40 seconds' END, now() - $3::interval, 1, 'needs_human', "
        "$4, $5)",
        {key, status, age, reason, evidence});
  }
  // The shop's table, with a row and its case.
  std::shared_ptr<const tables::Profile> shop(bool withCase = true) {
    raw.exec(test::shop_table);
    raw.exec(
        "INSERT INTO shop.requests (merchant, request, phase, amount, currency, until) VALUES (7, 'req-1', "
        "'RUNNING', 12.50, 'EUR', now() - interval '20 minutes')");
    for (const Person* person : {&asker, &second})
      raw.exec("GRANT USAGE ON SCHEMA shop TO " + person->name() +
               "; GRANT SELECT, UPDATE ON shop.requests TO " + person->name());
    if (withCase) {
      raw.exec(
          "INSERT INTO onceover.row_cases (relation, row_digest, row_key, profile, tenant, operation, key, "
          "status, attempts, opened_at, verdict, reason, evidence) SELECT '\"shop\".\"requests\"', "
          "sha256(convert_to(k.row_key::text, 'UTF8')), k.row_key, 'requests', '7', 'refund', 'req-1', "
          "'needs_human', 4, now() - interval '3 hours', 'needs_human', 'the gateway knows nothing of it', "
          "'{}' FROM (SELECT '{\"merchant\": \"7\", \"request\": \"req-1\"}'::jsonb AS row_key) k");
    }
    auto profiles = tables::profiles_from_toml(test::shop_profile("{key}"), "test");
    if (!profiles) throw std::runtime_error(profiles.error().sentence());
    return std::make_shared<const tables::Profile>(profiles->front());
  }
  // Asked for by the asker: our own key is to be settled as failed.
  std::int64_t askedOwn(const std::string& key) {
    stuck(key);
    auto connection = asker.connect();
    auto row = reconcile::read(connection, tables::own(), idOf(key));
    auto owned = reconcile::own(connection, tables::own(), reconcile::fenced(**row), std::chrono::seconds(60),
                                alice, "on call");
    const auto& taken = std::get<reconcile::Owned>(*owned).row;
    reconcile::Settlement settlement{.id = taken.id, .fence = taken.fence, .verb = tables::Verb::fail};
    settlement.response = key::StoredResponse{
        1, 422, {{"Content-Type", "application/json"}}, R"({"error":"it never happened <b>"})"};
    settlement.verdict = "needs_human";
    settlement.reason = "customer called; it's gone";
    settlement.evidence_json =
        R"({"said": "page 3 of the bank's statement", "why": "HTTP 503", "finding": "unknown"})";
    auto waiting = reconcile::ask_approval(connection, tables::own(), settlement, alice, "INC-7");
    if (!waiting) throw std::runtime_error(waiting.error().sentence() + waiting.error().detail);
    return std::get<reconcile::Waiting>(*waiting).approval;
  }
  // The same of the shop's row: to be settled as succeeded.
  std::int64_t askedShop(const tables::Profile& shop) {
    auto connection = asker.connect();
    auto access = tables::inspect(connection, shop);
    auto seen = reconcile::read_row(connection, shop, *access, {"7", "refund", "req-1"});
    reconcile::WriteRequest request{.verb = tables::Verb::succeed, .reason = "it is paid", .ticket = "INC-8"};
    request.values.code = 201;
    request.values.body = R"({"id": 9})";
    request.evidence_json = R"({"said": "seen at the bank"})";
    auto asked = reconcile::ask_approval(connection, shop, *access, **seen, request, alice);
    if (!asked) throw std::runtime_error(asked.error().sentence() + asked.error().detail);
    return *asked;
  }

  [[nodiscard]] bool connectAs(const Person* person) {
    bridge::ConnectionProfile profile;
    profile.name = QStringLiteral("test");
    profile.conninfo = QString::fromStdString(person != nullptr ? person->conninfo() : database.conninfo());
    profile.gatewayConfig = gatewayConfig;
    desk->connectTo(profile);
    return test::waitFor(desk.get(), &bridge::Session::stateChanged, [this] { return desk->isReady(); });
  }
  [[nodiscard]] bool arm() {
    desk->arm(std::chrono::minutes(5));
    return test::waitFor(desk.get(), &bridge::Session::armedChanged, [this] { return desk->isArmed(); });
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(desk.get(), &bridge::Session::busyChanged, [this] { return !desk->isBusy(); });
  }
  // As this person (none: the superuser), with the page read.
  [[nodiscard]] bool opened(const Person* person, const DescribedTables& described = {}) {
    if (!connectAs(person)) return false;
    desk->setDescribed([described] { return described; });
    page = std::make_unique<QueuePage>(*desk);
    page->resize(1280, 800);
    page->show();
    page->refresh();
    return idle() && page->isSettled();
  }
  [[nodiscard]] bool read() {
    page->refresh();
    return idle();
  }
  template <class W>
  static W* named(const QWidget& in, const QString& name) {
    for (W* widget : in.findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisibleTo(&in)) return widget;
    }
    return nullptr;
  }
  widgets::TableView* casesTable() {
    return named<widgets::TableView>(*page, QStringLiteral("Cases that need a person"));
  }
  widgets::TableView* approvalsTable() {
    return named<widgets::TableView>(*page, QStringLiteral("Requests for a second approver"));
  }
  ApprovalPanel* panel() { return page->findChild<ApprovalPanel*>(); }
  static QString cell(const QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
  }
  QString text() { return test::allTextOf(*page); }
  static QPushButton* button(const QWidget& in, const QString& text) {
    for (auto* each : in.findChildren<QPushButton*>()) {
      if (each->text().remove('&') == text && each->isVisibleTo(&in)) return each;
    }
    return nullptr;
  }
  // Enter on the first request.
  [[nodiscard]] bool openRequest() {
    approvalsTable()->setFocus();
    approvalsTable()->selectRow(0);
    return test::nextSignal(panel(), &ApprovalPanel::shown,
                            [this] { QTest::keyClick(approvalsTable(), Qt::Key_Return); }) &&
           idle();
  }
  widgets::ConfirmDialog* dialog() {
    for (auto* each : page->findChildren<widgets::ConfirmDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  // Presses the button, gives the reason and says yes.
  [[nodiscard]] bool decide(const QString& what, const QString& yes, const QString& reason) {
    QTest::mouseClick(button(*panel(), what), Qt::LeftButton);
    auto* open = dialog();
    if (open == nullptr) return false;
    test::settleLayout();
    QTest::keyClicks(named<QLineEdit>(*open, QStringLiteral("Reason (kept in the audit trail)")), reason);
    return test::nextSignal(panel(), &ApprovalPanel::decided,
                            [&] { QTest::mouseClick(button(*open, yes), Qt::LeftButton); }) &&
           idle();
  }
  QString told() {
    const auto* label = named<QLabel>(*page, QStringLiteral("Result"));
    return label == nullptr ? QString() : label->text();
  }
  QString note() { return named<QLabel>(*panel(), QStringLiteral("Note"))->text(); }
  std::string stateOf(const std::string& key) {
    return raw.scalar("SELECT state FROM onceover.keys WHERE key = $1", {key});
  }
  std::string status(std::int64_t id) {
    return raw.scalar("SELECT status FROM onceover.approvals WHERE id = " + std::to_string(id));
  }
};

}  // namespace onceover::shift

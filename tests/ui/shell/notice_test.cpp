// SPDX-License-Identifier: GPL-3.0-or-later
// A rule that fires while another program is in front is told by the desktop, once.
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "tests/support/console_page.h"
#include "tests/support/patience.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/notices.h"

namespace onceover::shell {
namespace {

class Told : public alerts::Notifier {
 public:
  explicit Told(QList<alerts::DesktopNotice>& into) : into_(into) {}
  void notify(const alerts::DesktopNotice& notice) override { into_.append(notice); }

 private:
  QList<alerts::DesktopNotice>& into_;
};

class NoticeTest : public WindowTest {
 protected:
  void stick() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "locked_until) VALUES ('acme', 'pay', 'secret-key', 'in_progress', nextval('onceover.fence'), "
        "'raw-sha256', sha256('b'), now() - interval '45 minutes')");
  }
  [[nodiscard]] bool looked() {
    return test::nextSignal(&window.alerts().watch(), &alerts::AlertWatch::looked,
                            [this] { window.alerts().look(); });
  }
  QList<alerts::DesktopNotice> told;
  test::RawConnection raw = database.connect();
};

TEST_F(NoticeTest, AFiringIsToldOnceWhileTheWindowIsMinimised) {
  auto notifier = std::make_unique<Told>(told);
  auto* desktop = notifier.get();
  window.alerts().setNotifier(std::move(notifier));
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(looked());
  window.showMinimized();
  stick();
  ASSERT_TRUE(looked());
  ASSERT_EQ(told.size(), 1);
  EXPECT_EQ(told[0].title, QStringLiteral("Onceover: payments"));
  EXPECT_EQ(told[0].body, QStringLiteral("Critical: Age of stuck leases 45 min (limit 30 min)"));
  EXPECT_TRUE(told[0].isCritical);
  ASSERT_TRUE(looked());
  EXPECT_EQ(told.size(), 1) << "it still fires";
  // Opened from the notice, the window shows the page of that rule.
  emit desktop->opened();
  EXPECT_FALSE(window.isMinimized());
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
  raw.tamper("DELETE FROM onceover.keys");
  ASSERT_TRUE(looked());
  window.showMinimized();
  stick();
  ASSERT_TRUE(looked());
  EXPECT_EQ(told.size(), 2) << "it cleared, and fires again";
}

TEST_F(NoticeTest, WhatTheWindowShowsIsNotTold) {
  window.alerts().setNotifier(std::make_unique<Told>(told));
  connectNow(profile(database.conninfo()));
  window.activateWindow();
  ASSERT_TRUE(test::spinUntil([] { return QApplication::activeWindow() != nullptr; }));
  stick();
  ASSERT_TRUE(looked());
  ASSERT_FALSE(window.alerts().watch().firing().empty());
  EXPECT_TRUE(told.isEmpty());
  window.showMinimized();
  ASSERT_TRUE(looked());
  EXPECT_TRUE(told.isEmpty()) << "it was seen when it began";
}

// As the desktop's own service: answers with a number, remembers what it was told.
class FakeService : public QDBusVirtualObject {
 public:
  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& bus) override {
    if (message.member() != QLatin1String("Notify")) return false;
    calls.append(message.arguments());
    bus.send(message.createReply(QVariant::fromValue(static_cast<uint>(40 + calls.size()))));
    return true;
  }
  QList<QVariantList> calls;
};

class BusTest : public testing::Test {
 protected:
  void SetUp() override {
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty()) GTEST_SKIP() << "dbus-daemon is not installed";
    bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--nopidfile"),
                       QStringLiteral("--print-address"),
                       QStringLiteral("--address=unix:path=") + folder.filePath(QStringLiteral("bus"))});
    ASSERT_TRUE(bus.waitForStarted());
    ASSERT_TRUE(bus.waitForReadyRead(10'000)) << bus.readAllStandardError().toStdString();
    address = QString::fromUtf8(bus.readAllStandardOutput()).trimmed();
  }
  void TearDown() override {
    for (const QString& name : {QStringLiteral("desktop"), QStringLiteral("console")})
      QDBusConnection::disconnectFromBus(name);
    bus.kill();
    bus.waitForFinished();
  }
  QTemporaryDir folder;
  QProcess bus;
  QString address;
};

TEST_F(BusTest, TheServiceIsToldPlainTextAndAnswersAClick) {
  QDBusConnection desktop = QDBusConnection::connectToBus(address, QStringLiteral("desktop"));
  ASSERT_TRUE(desktop.isConnected());
  FakeService service;
  ASSERT_TRUE(desktop.registerVirtualObject(QStringLiteral("/org/freedesktop/Notifications"), &service));
  ASSERT_TRUE(desktop.registerService(QStringLiteral("org.freedesktop.Notifications")));
  const QDBusConnection console = QDBusConnection::connectToBus(address, QStringLiteral("console"));
  ASSERT_TRUE(console.isConnected());
  DesktopNotices notices(console);
  notices.notify({QStringLiteral("Onceover: payments"), QStringLiteral("Critical: 1 < 2 & <b>3</b>"), true});
  ASSERT_TRUE(test::spinUntil([&] { return !service.calls.isEmpty(); }));
  const QVariantList call = service.calls[0];
  ASSERT_EQ(call.size(), 8);
  EXPECT_EQ(call[0].toString(), QStringLiteral("Onceover"));
  EXPECT_EQ(call[3].toString(), QStringLiteral("Onceover: payments"));
  EXPECT_EQ(call[4].toString(), QStringLiteral("Critical: 1 &lt; 2 &amp; &lt;b&gt;3&lt;/b&gt;"))
      << "no markup of a service's";
  EXPECT_EQ(call[5].toStringList(), (QStringList{QStringLiteral("default"), QStringLiteral("Open")}));
  // A click on another program's notice is none of ours. Sent again until the console has learned its number
  // from the answer.
  int opened = 0;
  QObject::connect(&notices, &alerts::Notifier::opened, &notices, [&] { ++opened; });
  const auto click = [&](uint id) {
    QDBusMessage signal = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/Notifications"),
                                                     QStringLiteral("org.freedesktop.Notifications"),
                                                     QStringLiteral("ActionInvoked"));
    signal.setArguments({QVariant::fromValue(id), QStringLiteral("default")});
    desktop.send(signal);
  };
  click(7);
  EXPECT_TRUE(test::spinUntil([&] {
    if (opened == 0) click(41);
    return opened > 0;
  }));
}

TEST_F(BusTest, WithoutAServiceNothingIsToldAndNothingWaits) {
  DesktopNotices notices(QDBusConnection::connectToBus(address, QStringLiteral("console")));
  const auto from = Steady::now();
  notices.notify({QStringLiteral("Onceover"), QStringLiteral("Critical"), true});
  EXPECT_LT(Steady::now() - from, test::well_before_half_a_minute);
}

}  // namespace
}  // namespace onceover::shell

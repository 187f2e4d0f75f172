// SPDX-License-Identifier: GPL-3.0-or-later
// The server is stopped at once and started again while each page is open: the rows stay with their age, and
// are read anew without a click.
#include <QAbstractItemModel>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTableView>

#include "tests/support/incident.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/widgets/page.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

// Promised to whoever is paged while a server restarts.
constexpr std::chrono::seconds longest(25);

class RestartTest : public WindowTest {
 protected:
  ~RestartTest() override { (void)test::shared_server().start_again(); }

  widgets::Page* current() { return window.page(window.currentPage()); }
  bool settle() {
    return test::spinUntil(
        [this] { return session.isReady() && !session.isBusy() && current()->isSettled(); });
  }
  // What a person sees of the page's tables.
  QStringList shownRows() {
    QStringList shown;
    for (const auto* table : current()->findChildren<QTableView*>()) {
      if (!table->isVisible() || table->model() == nullptr) continue;
      for (int row = 0; row < table->model()->rowCount(); ++row) {
        shown.append(table->accessibleName() + QLatin1Char('/') +
                     table->model()->index(row, 0).data().toString());
      }
    }
    return shown;
  }
  QStringList visibleRetries() {
    QStringList names;
    for (const auto* button : window.findChildren<QPushButton*>()) {
      if (button->isVisible() && button->text().remove(QLatin1Char('&')) == QStringLiteral("Retry"))
        names.append(button->accessibleName());
    }
    return names;
  }
  QString age() {
    for (const auto* label : window.findChildren<widgets::PlainLabel*>()) {
      if (label->isVisible() && label->text().startsWith(QStringLiteral("as of "))) return label->text();
    }
    return {};
  }
};

TEST_F(RestartTest, EveryPageKeepsItsRowsAndIsLiveAgainByItself) {
  {
    test::RawConnection raw(database.conninfo());
    test::seedIncident(raw);
  }
  auto connection = profile(database.conninfo());
  connection.gatewayConfig = QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/gateways/lookup-by-key.toml");
  connectNow(connection);
  int seen = 0;
  for (int i = 0; i < window.pageCount(); ++i) {
    const QString id = window.pageId(i);
    SCOPED_TRACE(id.toStdString());
    id == QStringLiteral("case") ? window.openCase({"globex", "PUT /payouts", "payout_2026_11_1"})
                                 : window.goTo(id);
    if (window.currentPage() != i) continue;  // not listed for this table
    ++seen;
    ASSERT_TRUE(settle());
    const QStringList rows = shownRows();
    const auto asOf = current()->asOf();
    const auto state = current()->paneState();
    ASSERT_TRUE(state == widgets::StatePane::State::content || state == widgets::StatePane::State::empty);

    ASSERT_TRUE(test::shared_server().stop(try_it::StopMode::immediate));
    ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::lost; }));
    ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
    EXPECT_EQ(current()->paneState(), state);
    EXPECT_EQ(shownRows(), rows);
    EXPECT_EQ(current()->isOffline(), !current()->worksOffline());
    EXPECT_EQ(visibleRetries().size(), 1) << visibleRetries().join(u',').toStdString();
    EXPECT_EQ(age().isEmpty(), !asOf.has_value()) << age().toStdString();

    ASSERT_TRUE(test::shared_server().start_again());
    QElapsedTimer elapsed;
    elapsed.start();
    // Drift compares only when it is told to, and the calculator reads nothing.
    const auto isLive = [&] {
      return session.isReady() && (!asOf || current()->asOf() > asOf) && current()->isSettled();
    };
    EXPECT_TRUE(test::spinUntil(isLive));
    EXPECT_LT(elapsed.elapsed(), std::chrono::milliseconds(longest).count());
    EXPECT_FALSE(current()->isOffline());
    EXPECT_EQ(visibleRetries(), QStringList());
    ASSERT_TRUE(settle());
    EXPECT_EQ(current()->paneState(), state);
    EXPECT_GE(shownRows().size(), rows.size());
    std::printf("%s: live again %lld ms after the server was\n", qPrintable(id),
                static_cast<long long>(elapsed.elapsed()));
  }
  EXPECT_GE(seen, 10);
}

TEST_F(RestartTest, RetryDoesNotWaitForTheNextAttempt) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("keys"));
  ASSERT_TRUE(settle());
  ASSERT_TRUE(test::shared_server().stop(try_it::StopMode::immediate));
  // Until the pauses are long: what is clicked then is not what would have come by itself.
  ASSERT_TRUE(test::spinUntil([this] { return session.reconnectsIn() > std::chrono::milliseconds(2500); },
                              std::chrono::seconds(30)));
  ASSERT_TRUE(test::shared_server().start_again());
  auto buttons = window.findChildren<QPushButton*>();
  const auto retry = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
    return button->isVisible() && button->text().remove(QLatin1Char('&')) == QStringLiteral("Retry");
  });
  ASSERT_NE(retry, buttons.end());
  QTest::mouseClick(*retry, Qt::LeftButton);
  EXPECT_TRUE(test::spinUntil([this] { return session.isReady(); }, std::chrono::seconds(2)));
}

// A page that was never read says so, instead of reading for ever, and offers no button of its own.
TEST_F(RestartTest, APageOpenedWhileTheConnectionIsLostIsReadWhenItIsBack) {
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(settle());
  ASSERT_TRUE(test::shared_server().stop(try_it::StopMode::immediate));
  ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::lost; }));
  window.goTo(QStringLiteral("audit"));
  EXPECT_EQ(current()->paneState(), widgets::StatePane::State::error);
  EXPECT_EQ(visibleRetries().size(), 1);
  ASSERT_TRUE(test::shared_server().start_again());
  EXPECT_TRUE(test::spinUntil([this] { return session.isReady() && current()->asOf(); }));
  EXPECT_NE(current()->paneState(), widgets::StatePane::State::error);
}

// After `oncectl schema install` F5 is enough.
TEST_F(RestartTest, RefreshReadsTheServersFactsAnew) {
  test::TestDatabase bare;
  connectNow(profile(bare.conninfo()));
  window.goTo(QStringLiteral("keys"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(current()->paneState(), widgets::StatePane::State::empty);
  {
    auto installing = pg::Connection::open({.conninfo = bare.conninfo()});
    ASSERT_TRUE(installing && schema::install(*installing));
  }
  press(Qt::Key_F5);
  ASSERT_TRUE(test::spinUntil([this] { return session.facts().schema.fit == schema::Fit::current; }));
  ASSERT_TRUE(settle());
  EXPECT_TRUE(current()->asOf().has_value()) << "the keys were read";
  window.goTo(QStringLiteral("overview"));
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("overview"));
}

}  // namespace
}  // namespace onceover::shell

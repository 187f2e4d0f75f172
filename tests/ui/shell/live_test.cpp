// SPDX-License-Identifier: GPL-3.0-or-later
// Live: the page in front is read every few seconds whatever else runs, or says why it is not.
#include "ui/shell/live.h"

#include <QAction>
#include <QSignalSpy>
#include <QToolButton>

#include "core/pg/transaction.h"
#include "tests/support/console_page.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

using std::chrono::milliseconds;

// Keeps the session busy without a pause, as samples, alert rules and a slow server together do.
class Noise : public QObject {
 public:
  explicit Noise(bridge::Session& session) : session_(session) { go(); }

 private:
  void go() {
    for (const QString& channel : {QStringLiteral("noise"), QStringLiteral("more noise")}) again(channel);
  }
  void again(const QString& channel) {
    session_.read<int>(
        this, channel,
        [](bridge::Reader& reader) {
          return pg::run(reader.connection(), "SELECT pg_catalog.pg_sleep(0.02)").map([](const auto&) {
            return 1;
          });
        },
        [this, channel](const Result<int>& done) {
          if (done) again(channel);
        });
  }
  bridge::Session& session_;
};

// Reads for a while; counts its readings and its answers.
class SlowPage : public widgets::Page {
 public:
  using Page::Page;
  void refresh() override {
    ++asked;
    session().read<Timestamp>(
        this, QStringLiteral("slow"),
        [](bridge::Reader& reader) {
          return pg::run(reader.connection(), "SELECT pg_catalog.pg_sleep(0.2), pg_catalog.clock_timestamp()")
              .map([](const pg::Rows& rows) { return rows.timestamp(0, 1); });
        },
        [this](const Result<Timestamp>& at) {
          if (!at) return;
          ++answered;
          setAge(*at);
        });
  }
  int asked = 0, answered = 0;
};

class LiveTest : public WindowTest {
 protected:
  void goLive(milliseconds every) {
    window.live().setEvery(every);
    window.setLive(true);
  }
  // What stands beside the button.
  [[nodiscard]] bool shows(const QString& words) {
    for (const auto* label : window.findChildren<widgets::PlainLabel*>()) {
      if (label->isVisible() && label->text().contains(words)) return true;
    }
    return false;
  }
  QString buttonText() {
    for (const auto* button : window.findChildren<QToolButton*>()) {
      if (button->accessibleName() == QStringLiteral("Live")) return button->text();
    }
    return {};
  }
};

TEST_F(LiveTest, EachPageIsReadAgainWhileTheSessionIsNeverIdle) {
  connectNow(profile(database.conninfo()));
  const Noise noise(session);
  goLive(milliseconds(50));
  QStringList read, unread;
  const auto readAgain = [&](const QString& id) {
    window.goTo(id);
    const widgets::Page* page = window.page(window.currentPage());
    if (window.pageId(window.currentPage()) != id) return;  // not listed for this table
    // It may have a reason for a moment: nothing is known yet of what reading costs.
    ASSERT_TRUE(test::spinUntil([&] { return page->isSettled(); })) << id.toStdString();
    if (!page->wantsLive()) {
      unread.append(id);
      return;
    }
    QSignalSpy ages(page, &widgets::Page::ageChanged);
    EXPECT_TRUE(test::spinUntil([&] { return ages.size() >= 3 || !page->wantsLive(); }))
        << id.toStdString() << ": " << ages.size();
    read.append(id);
  };
  for (int i = 0; i < window.pageCount(); ++i) readAgain(window.pageId(i));
  for (const char* id : {"overview", "keys", "leases", "queue", "plans", "outbox", "metrics", "audit"})
    EXPECT_TRUE(read.contains(QLatin1String(id))) << id << " is read on request only";
  EXPECT_EQ(unread,
            (QStringList{QStringLiteral("health"), QStringLiteral("tables"), QStringLiteral("calculator"),
                         QStringLiteral("admin"), QStringLiteral("case")}));
  ASSERT_FALSE(session.facts().eventTables.empty());
  session.useProfile(session.facts().eventTables.front());
  readAgain(QStringLiteral("inbox"));
  EXPECT_EQ(read.last(), QStringLiteral("inbox"));
}

TEST_F(LiveTest, APageThatIsNotLiveSaysSoAndWhy) {
  connectNow(profile(database.conninfo()));
  goLive(milliseconds(50));
  EXPECT_EQ(buttonText(), QStringLiteral("Live"));
  window.goTo(QStringLiteral("health"));
  EXPECT_TRUE(shows(QStringLiteral("Not live: checks run on request")));
  EXPECT_EQ(buttonText(), QStringLiteral("Not live"));
  window.goTo(QStringLiteral("metrics"));
  EXPECT_FALSE(shows(QStringLiteral("Not live")));
  EXPECT_EQ(buttonText(), QStringLiteral("Live"));
  press(Qt::Key_P, Qt::ControlModifier);
  EXPECT_TRUE(shows(QStringLiteral("Not live: the charts are paused")));
  window.setLive(false);
  EXPECT_EQ(buttonText(), QStringLiteral("Paused"));
  EXPECT_FALSE(shows(QStringLiteral("Not live"))) << "a person has paused all of it, and the button says so";
}

TEST_F(LiveTest, ASlowPageComesToAnswerAndRestsAsLongAsItTook) {
  QList<PageEntry> entries{{.id = QStringLiteral("slow"),
                            .title = "Slow",
                            .icon = QStringLiteral("keys"),
                            .make = [](bridge::Session& of, QWidget* parent) -> widgets::Page* {
                              return new SlowPage(of, parent);
                            }}};
  MainWindow other(session, *memory, theme, entries);
  other.live().setEvery(milliseconds(50));
  other.show();
  connectNow(profile(database.conninfo()));
  other.setLive(true);
  other.showPage(0);
  auto* page = static_cast<SlowPage*>(other.page(0));
  ASSERT_TRUE(test::spinUntil([&] { return page->answered >= 3; }));
  EXPECT_LE(page->asked, page->answered + 1) << "what is waited for is not asked again";
  EXPECT_GE(other.live().pace(), milliseconds(400));
}

}  // namespace
}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
// Links: what they say, what is refused, and what they open. A link is somebody's text.
#include "ui/shell/link.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/incident.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/connect_page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

const QStringList pages{QStringLiteral("keys"), QStringLiteral("case"), QStringLiteral("audit")};
const QByteArray store = QByteArrayLiteral("0123456789abcdef0123456789abcdef");

QString problemOf(const QString& text) {
  const auto link = linkFrom(text, pages);
  return link ? QString() : widgets::sentences(link.error());
}

TEST(Link, SaysWhatItWasMadeOf) {
  browse::Filter filter{.tenant = "acme",
                        .states = {key::State::in_progress, key::State::failed},
                        .key = "pay & <b>é\n\x07=%",
                        .stuck = true};
  filter.from = Timestamp{1'700'000'000'000'000};
  filter.response_code = 402;
  const Link made{.page = QStringLiteral("keys"),
                  .store = store,
                  .of = "payments",
                  .table = "shop.requests",
                  .place = widgets::placeOf(filter)};
  const QString text = linkText(made);
  EXPECT_TRUE(text.startsWith(QStringLiteral("onceover://view/keys?store=")));
  EXPECT_FALSE(text.contains(u' ') || text.contains(u'<') || text.contains(u'\n'));
  const auto read = linkFrom(text, pages);
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(*read, made);
  const auto again = widgets::filterFrom(read->place);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->key, filter.key);
  EXPECT_EQ(again->states, filter.states);
  EXPECT_EQ(again->from, filter.from);
  EXPECT_EQ(again->response_code, filter.response_code);
  EXPECT_TRUE(again->stuck);
  EXPECT_FALSE(again->dead);
}

TEST(Link, NamesARowWhateverItsBytesAre) {
  const key::Identity id{"<i>", "POST /x", std::string("a\xff\x01", 3), {"4711", std::nullopt, ""}};
  const auto read = linkFrom(
      linkText({.page = QStringLiteral("case"), .store = store, .place = widgets::placeOf(id)}), pages);
  ASSERT_TRUE(read) << read.error().sentence();
  const auto again = widgets::identityFrom(read->place);
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_EQ(*again, id);
}

TEST(Link, IsRefusedWholeWhereAnythingElseIsInIt) {
  const QString good = QStringLiteral("onceover://view/keys?store=") + QString::fromLatin1(store);
  ASSERT_EQ(problemOf(good), QString());
  const std::pair<QString, QString> bad[] = {
      {QStringLiteral("https://view/keys?store=") + store, QStringLiteral("not a link")},
      {QStringLiteral("onceover://alice:secret@view/keys?store=") + store,
       QStringLiteral("does not begin with")},
      {QStringLiteral("onceover://db.example:5432/keys?store=") + store,
       QStringLiteral("does not begin with")},
      {QStringLiteral("onceover:view/keys?store=") + store, QStringLiteral("does not begin with")},
      {QStringLiteral("onceover://view/settle?store=") + store, QStringLiteral("“settle”")},
      {QStringLiteral("onceover://view/../keys?store=") + store, QStringLiteral("does not have")},
      {QStringLiteral("onceover://view/keys"), QStringLiteral("which store")},
      {QStringLiteral("onceover://view/keys?store=postgresql%3A%2F%2Fdb"), QStringLiteral("which store")},
      {QStringLiteral("onceover://view/keys?store=") + store.toUpper(), QStringLiteral("which store")},
      {good + QStringLiteral("&store=") + store, QStringLiteral("twice")},
      {good + QStringLiteral("&key=a&key=b"), QStringLiteral("twice")},
      {good + QStringLiteral("&KEY=a"), QStringLiteral("cannot be read")},
      {good + QStringLiteral("&key=%zz"), QStringLiteral("cannot be read")},
      {good + QStringLiteral("&key=%4"), QStringLiteral("cannot be read")},
      {good + QStringLiteral("&key=a%00b"), QStringLiteral("cannot be read")},
      {good + QStringLiteral("&key=a b"), QStringLiteral("cannot be read")},
      {good + QStringLiteral("&key=") + QString(3000, u'a'), QStringLiteral("cannot be read")},
      {good + QString(9000, u'&'), QStringLiteral("longer than")},
      {QString(), QStringLiteral("not a link")},
  };
  for (const auto& [text, words] : bad) {
    const QString problem = problemOf(text);
    EXPECT_TRUE(problem.contains(words)) << text.left(120).toStdString() << ": " << problem.toStdString();
    EXPECT_TRUE(problem.contains(QStringLiteral("Nothing was opened."))) << problem.toStdString();
  }
}

// What no page understands changes nothing: credentials and addresses have no name here.
TEST(Link, APlaceHasOnlyPartsThatThePageKnows) {
  for (const char* name : {"password", "dsn", "host", "user", "conninfo", "arm", "settle", "reason"}) {
    const widgets::Place place{{QStringLiteral("key"), "a"}, {QString::fromLatin1(name), "x"}};
    EXPECT_FALSE(widgets::filterFrom(place)) << name;
    EXPECT_FALSE(widgets::identityFrom(place)) << name;
  }
  EXPECT_FALSE(widgets::filterFrom({{QStringLiteral("states"), "in_progress,nonsense"}}));
  EXPECT_FALSE(widgets::filterFrom({{QStringLiteral("stuck"), "true"}}));
  EXPECT_FALSE(widgets::filterFrom({{QStringLiteral("response_code"), "9999"}}));
  EXPECT_FALSE(widgets::filterFrom({{QStringLiteral("from"), "yesterday"}}));
  EXPECT_FALSE(widgets::filterFrom({{QStringLiteral("from"), "infinity"}}));
  EXPECT_FALSE(widgets::filterFrom(
      {{QStringLiteral("from"), "2026-01-02T00:00:00Z"}, {QStringLiteral("to"), "2026-01-01T00:00:00Z"}}));
  EXPECT_FALSE(widgets::identityFrom({{QStringLiteral("tenant"), "acme"}})) << "no key";
}

class LinkTest : public WindowTest {
 protected:
  bool settle() {
    return test::spinUntil([this] { return session.isReady() && !session.isBusy(); });
  }
  QString told() {
    for (const auto* banner : window.findChildren<widgets::Banner*>()) {
      if (banner->isVisible() && banner->text().contains(QStringLiteral("opened"))) return banner->text();
    }
    return {};
  }
  QString shownPage() { return window.pageId(window.currentPage()); }
};

TEST_F(LinkTest, OpensTheSameRowsInAnotherConsole) {
  {
    test::RawConnection raw(database.conninfo());
    test::seedIncident(raw);
  }
  connectNow(profile(database.conninfo()));
  window.places().showRows({.tenant = "globex", .stuck = true});
  ASSERT_TRUE(settle());
  press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  const QString link = QGuiApplication::clipboard()->text();
  ASSERT_TRUE(isLink(link)) << link.toStdString();
  EXPECT_FALSE(link.contains(QString::fromStdString(database.name())))
      << "a digest tells nobody where the store is";
  const widgets::Place place = window.page(window.currentPage())->place();

  auto memory2 = std::move(*workspace::Workspace::open({}));
  bridge::Session session2;
  MainWindow other(session2, *memory2, theme, pageEntries());
  other.show();
  other.openLink(link);
  EXPECT_EQ(session2.state(), bridge::SessionState::disconnected) << "a link never connects by itself";
  other.connectTo(profile(database.conninfo()), {});
  ASSERT_TRUE(test::spinUntil([&] { return session2.isReady() && !session2.isBusy(); }));
  other.openLink(link);
  EXPECT_EQ(other.pageId(other.currentPage()), QStringLiteral("keys"));
  EXPECT_EQ(other.page(other.currentPage())->place(), place);
  ASSERT_TRUE(test::spinUntil([&] { return !session2.isBusy(); }));
}

TEST_F(LinkTest, OpensACase) {
  {
    test::RawConnection raw(database.conninfo());
    test::seedIncident(raw);
  }
  connectNow(profile(database.conninfo()));
  window.openCase({"globex", "PUT /payouts", "payout_2026_11_1"});
  ASSERT_TRUE(settle());
  const QString link = window.linkHere();
  window.goTo(QStringLiteral("audit"));
  window.openCase({"globex", "PUT /payouts", "payout_2026_11_2"});
  window.goTo(QStringLiteral("audit"));
  ASSERT_TRUE(settle());
  window.openLink(link);
  ASSERT_TRUE(settle());
  EXPECT_EQ(shownPage(), QStringLiteral("case"));
  EXPECT_EQ(window.page(window.currentPage())->place(),
            widgets::placeOf(key::Identity{"globex", "PUT /payouts", "payout_2026_11_1"}));
}

TEST_F(LinkTest, OfAnUnknownStoreOpensNothingAndConnectsNowhere) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("audit"));
  ASSERT_TRUE(settle());
  QSignalSpy states(&session, &bridge::Session::stateChanged);
  window.openLink(linkText({.page = QStringLiteral("keys"), .store = store, .of = "<b>evil</b>"}));
  EXPECT_EQ(shownPage(), QStringLiteral("audit"));
  EXPECT_EQ(states.count(), 0);
  EXPECT_TRUE(told().contains(QStringLiteral("has not connected to"))) << told().toStdString();
}

TEST_F(LinkTest, OfAnotherKnownStoreOffersItsConnectionAndOpensAfterTheClick) {
  test::TestDatabase elsewhere{test::installed_schema()};
  connectNow(profile(elsewhere.conninfo()));
  window.goTo(QStringLiteral("audit"));
  ASSERT_TRUE(settle());
  const QString link = window.linkHere();
  auto here = profile(database.conninfo());
  here.name = QStringLiteral("another");
  connectNow(here);
  ASSERT_TRUE(settle());
  window.openLink(link);
  EXPECT_EQ(window.currentPage(), -1) << "the connections";
  EXPECT_EQ(window.connectPage().profile().conninfo, QString::fromStdString(elsewhere.conninfo()));
  EXPECT_EQ(session.facts().database.toStdString(), database.name())
      << "it is still connected to where it was";
  press(Qt::Key_Space);  // Connect has the focus
  ASSERT_TRUE(test::spinUntil(
      [&] { return session.isReady() && session.facts().database.toStdString() == elsewhere.name(); }));
  EXPECT_EQ(shownPage(), QStringLiteral("audit"));
}

TEST_F(LinkTest, WhatIsWrongWithItIsSaidAndNothingChanges) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("audit"));
  ASSERT_TRUE(settle());
  const QByteArray here = storeOf(session.facts().identity);
  window.openLink(linkText(
      {.page = QStringLiteral("keys"), .store = here, .place = {{QStringLiteral("password"), "x"}}}));
  EXPECT_TRUE(told().contains(QStringLiteral("does not know"))) << told().toStdString();
  EXPECT_EQ(shownPage(), QStringLiteral("audit"));
  window.openLink(linkText({.page = QStringLiteral("keys"), .store = here, .table = "shop.requests"}));
  EXPECT_TRUE(told().contains(QStringLiteral("not mapped"))) << told().toStdString();
  EXPECT_TRUE(tables::is_own(session.profile()));
  window.openLink(QStringLiteral("onceover://alice:secret@view/keys"));
  EXPECT_TRUE(told().contains(QStringLiteral("does not begin with"))) << told().toStdString();
  EXPECT_FALSE(session.isArmed());
}

TEST_F(LinkTest, TheConsoleThatRunsTakesLinksFromItsOwnUserOnly) {
  QTemporaryDir runtime;
  const QString path = runtime.filePath(QStringLiteral("links"));
  EXPECT_FALSE(LinkDoor::handOver(path, QStringLiteral("onceover://view/keys")).has_value())
      << "nobody is there";
  LinkDoor door;
  ASSERT_TRUE(door.listen(path));
  EXPECT_EQ(QFile::permissions(path) &
                (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
            QFile::Permissions());
  LinkDoor second;
  EXPECT_FALSE(second.listen(path)) << "the first one keeps the door";
  QSignalSpy given(&door, &LinkDoor::linkGiven);
  QLocalSocket guest;
  guest.connectToServer(path);
  ASSERT_TRUE(guest.waitForConnected(2000));
  guest.write("onceover://view/keys?store=x\n");
  ASSERT_TRUE(test::spinUntil([&] { return given.count() == 1; }));
  EXPECT_EQ(given[0][0].toString(), QStringLiteral("onceover://view/keys?store=x"));
  ASSERT_TRUE(test::spinUntil([&] { return guest.canReadLine(); }));
  // What never ends a line is shown out.
  QLocalSocket flood;
  flood.connectToServer(path);
  ASSERT_TRUE(flood.waitForConnected(2000));
  flood.write(QByteArray(200'000, 'a'));
  EXPECT_TRUE(test::spinUntil([&] { return flood.state() == QLocalSocket::UnconnectedState; }));
  EXPECT_EQ(given.count(), 1);
}

TEST_F(LinkTest, TheSocketOfAConsoleThatWasKilledIsTakenOver) {
  QTemporaryDir runtime;
  const QString path = runtime.filePath(QStringLiteral("links"));
  {
    QFile left(path);
    ASSERT_TRUE(left.open(QIODevice::WriteOnly));
  }
  LinkDoor door;
  EXPECT_TRUE(door.listen(path));
}

}  // namespace
}  // namespace onceover::shell

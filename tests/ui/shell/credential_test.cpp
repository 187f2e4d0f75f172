// SPDX-License-Identifier: GPL-3.0-or-later
// A gateway's credential in the keychain: read where the gateway is opened, stored where its description is
// named; the window waits for neither.
#include <QLineEdit>
#include <QPushButton>
#include <QThread>
#include <filesystem>
#include <fstream>

#include "tests/support/console_page.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/connect_page.h"

namespace onceover::shell {
namespace {

// Answers when the test says so.
class HeldCredentials final : public bridge::Credentials {
 public:
  void store(const QString& name, const QString& value) override {
    held[name] = value.toStdString();
    emit stored(name);
  }
  void open() {
    for (const auto& [name, answer] : std::exchange(waiting_, {})) {
      answer(held.contains(name) ? Result<std::string>(held[name]) : fail(noneOf(name)));
    }
  }
  bool isAsked() const { return !waiting_.empty(); }
  bool wasAskedHere = true;  // on the UI thread, each time
  std::map<QString, std::string> held;

 protected:
  void read(const QString& name, Answer answer) override {
    wasAskedHere = wasAskedHere && QThread::currentThread() == thread();
    waiting_.emplace_back(name, std::move(answer));
  }

 private:
  std::vector<std::pair<QString, Answer>> waiting_;
};

class CredentialTest : public WindowTest {
 protected:
  CredentialTest() {
    QObject::connect(&window.connectPage(), &ConnectPage::credentialGiven, &credentials,
                     &bridge::Credentials::store);
    QObject::connect(&credentials, &bridge::Credentials::stored, &window.connectPage(),
                     &ConnectPage::showStored);
    session.setKeychain(credentials.port());
    std::ofstream(path) << R"(version = 1
name = "acme"
base_url = "http://127.0.0.1:1"
[auth]
header = "Authorization"
value_keychain = "acme/live"
[lookup]
url = "/effects/{key}"
status = "/status"
done = ["captured"]
echoed_key = "/key"
[declare]
lookup_lag_s = 5
[[operation]]
name = "*"
effect = "charge"
)";
  }
  ~CredentialTest() override {
    session.disconnectFromServer();
    std::filesystem::remove(path);
  }
  bridge::ConnectionProfile withGateway() const {
    bridge::ConnectionProfile made = profile(database.conninfo());
    made.gatewayConfig = QString::fromStdString(path);
    return made;
  }
  // Until the worker asks for the credential.
  void connectToTheQuestion() {
    window.connectTo(withGateway(), {});
    ASSERT_TRUE(test::spinUntil([this] { return credentials.isAsked(); }));
    EXPECT_EQ(session.state(), bridge::SessionState::connecting)
        << "a worker waits, and this thread came here";
    EXPECT_TRUE(credentials.wasAskedHere);
  }
  void answerAndConnect() {
    // Each question is answered: the worker may ask again.
    ASSERT_TRUE(test::spinUntil([this] {
      credentials.open();
      return session.state() != bridge::SessionState::connecting;
    }));
    ASSERT_TRUE(session.isReady()) << session.lastError().sentence();
  }
  std::string path = (std::filesystem::temp_directory_path() /
                      ("onceover-credential-" + std::to_string(::getpid()) + ".toml"))
                         .string();
  HeldCredentials credentials;
};

TEST_F(CredentialTest, IsReadWhileAWorkerWaitsForTheKeychain) {
  credentials.held[QStringLiteral("acme/live")] = "canary";
  connectToTheQuestion();
  answerAndConnect();
  EXPECT_TRUE(session.facts().hasGateway) << session.facts().gatewayProblem.toStdString();
}

TEST_F(CredentialTest, WhereItIsMissingThePageOffersToStoreIt) {
  connectToTheQuestion();
  answerAndConnect();
  EXPECT_FALSE(session.facts().hasGateway);
  EXPECT_TRUE(
      session.facts().gatewayProblem.contains(QStringLiteral("no credential named acme/live: store it")))
      << session.facts().gatewayProblem.toStdString();
  window.showConnections();
  window.connectPage().fill(withGateway());
  auto* line = named<QLineEdit>(QStringLiteral("Gateway's credential"));
  ASSERT_NE(line, nullptr);
  ASSERT_TRUE(line->isVisible());
  EXPECT_EQ(line->echoMode(), QLineEdit::Password);
  QTest::keyClicks(line, QStringLiteral("canary"));
  test::takePictures(window, QStringLiteral("credential"));
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(credentials.held[QStringLiteral("acme/live")], "canary");
  EXPECT_TRUE(line->text().isEmpty()) << "what is stored is on the screen no more";
  connectToTheQuestion();
  answerAndConnect();
  EXPECT_TRUE(session.facts().hasGateway) << session.facts().gatewayProblem.toStdString();
}

TEST_F(CredentialTest, AFieldForItIsShownWhereTheDescriptionSaysSoAlone) {
  auto* line = named<QLineEdit>(QStringLiteral("Gateway's credential"));
  auto* gateway = named<QLineEdit>(QStringLiteral("Gateway"));
  ASSERT_TRUE(line != nullptr && gateway != nullptr);
  EXPECT_FALSE(line->isVisible());
  gateway->setText(QString::fromStdString(path));
  emit gateway->editingFinished();
  EXPECT_TRUE(line->isVisible());
  gateway->setText(QStringLiteral("/nonexistent.toml"));
  emit gateway->editingFinished();
  EXPECT_FALSE(line->isVisible());
}

TEST_F(CredentialTest, WhoWaitsForAKeychainThatGoesIsTold) {
  auto passing = std::make_unique<HeldCredentials>();
  session.setKeychain(passing->port());
  window.connectTo(withGateway(), {});
  ASSERT_TRUE(test::spinUntil([&] { return passing->isAsked(); }));
  passing.reset();
  ASSERT_TRUE(test::spinUntil([this] { return session.isReady(); }));
  EXPECT_TRUE(session.facts().gatewayProblem.contains(QStringLiteral("keychain is no longer available")))
      << session.facts().gatewayProblem.toStdString();
}

TEST_F(CredentialTest, TheThreadOfTheWindowNeverWaits) {
  EXPECT_FALSE(credentials.port()("acme/live")) << "it would wait for itself";
}

}  // namespace
}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_dialog.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <atomic>

#include "tests/integration/gateway/fake_gateway.h"
#include "tests/support/console_page.h"
#include "tests/ui/bridge/spin.h"
#include "ui/widgets/table.h"

namespace onceover::metrics {
namespace {

class PrometheusDialogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::wear(widgets::lightTokens());
    workspace = std::move(*workspace::Workspace::open({}));
    source = std::make_unique<PrometheusSource>(session, *workspace);
  }
  void open() {
    dialog = new PrometheusDialog(session, *source);
    dialog->open();
  }
  void TearDown() override { delete dialog.data(); }
  QLineEdit* line(const char* name) const {
    for (auto* each : dialog->findChildren<QLineEdit*>()) {
      if (each->accessibleName() == QLatin1String(name)) return each;
    }
    return nullptr;
  }
  QComboBox* box(const char* name) const {
    for (auto* each : dialog->findChildren<QComboBox*>()) {
      if (each->accessibleName() == QLatin1String(name)) return each;
    }
    return nullptr;
  }
  void press(const char* text) const {
    for (auto* each : dialog->findChildren<QPushButton*>()) {
      if (each->text().remove('&') == QLatin1String(text)) return QTest::mouseClick(each, Qt::LeftButton);
    }
    FAIL() << text;
  }
  void type(const char* name, const QString& text) const {
    line(name)->clear();
    QTest::keyClicks(line(name), text);
  }
  QString words() const { return test::allTextOf(*dialog); }
  bool says(const char* part) const {
    if (dialog.isNull()) return false;
    return test::spinUntil([&] { return words().contains(QString::fromUtf8(part)); });
  }

  std::unique_ptr<workspace::Workspace> workspace;
  bridge::Session session;
  std::unique_ptr<PrometheusSource> source;
  QPointer<PrometheusDialog> dialog;
};

void tell(const httplib::Request& request, httplib::Response& response) {
  const std::string end = request.get_param_value("end");
  const bool isReaped = request.get_param_value("query").find("reap") != std::string::npos;
  response.set_header("Connection", "close");
  response.set_content(
      R"({"status":"success","data":{"resultType":"matrix","result":[)" +
          (isReaped ? std::string() : fmt::format(R"({{"metric":{{}},"values":[[{},"3"]]}})", end)) + "]}}",
      "application/json");
}

TEST_F(PrometheusDialogTest, TestSaysWhatIsWrongBeforeAnythingIsKept) {
  open();
  press("Test");
  EXPECT_TRUE(says("The server's address must be"));
  type("Address", QStringLiteral("http://prometheus.example:9090"));
  box("Authentication")->setCurrentIndex(1);
  type("File of the credential", QStringLiteral("/nowhere/token"));
  press("Test");
  EXPECT_TRUE(says("A credential is not sent over plain http"));
  const gateway::FakeGateway server(tell);
  type("Address", QString::fromStdString(server.url()));
  press("Test");
  EXPECT_TRUE(says("/nowhere/token cannot be read"));
  EXPECT_TRUE(server.requests().empty());
  box("Authentication")->setCurrentIndex(0);
  type("Filter", QStringLiteral("job=payments"));
  press("Test");
  EXPECT_TRUE(says("The filter must be label matchers"));
  type("Filter", QStringLiteral("job=\"payments\""));
  press("Test");
  EXPECT_TRUE(says("answers. It has samples for 12 of the 13 requested."));
  EXPECT_TRUE(says("reaped: no such series in this range"));
  EXPECT_EQ(source->settings().url, "") << "not kept until it is saved";
  test::takePictures(*dialog, QStringLiteral("prometheus"), {900, 760});
  press("Save");
  EXPECT_EQ(source->settings().url, server.url());
  EXPECT_EQ(source->settings().filter, "job=\"payments\"");
  EXPECT_TRUE(source->settings().expressions.empty()) << "the defaults may get better";
}

TEST_F(PrometheusDialogTest, ASlowServerDoesNotHoldTheDialog) {
  gateway::FakeGateway* held = nullptr;
  std::atomic<bool> isAsked = false;
  gateway::FakeGateway server([&](const httplib::Request&, httplib::Response& response) {
    isAsked = true;
    held->hold();
    response.set_content("{}", "application/json");
  });
  held = &server;
  open();
  type("Address", QString::fromStdString(server.url()));
  press("Test");
  EXPECT_TRUE(says("Asking…"));
  EXPECT_TRUE(test::spinUntil([&] { return isAsked.load(); }));
  press("Cancel");
  EXPECT_TRUE(test::spinUntil([&] { return dialog.isNull(); }));
  server.let_go();
}

TEST_F(PrometheusDialogTest, ExpressionsAreEditedInTheTable) {
  open();
  type("Address", QStringLiteral("https://p.example"));
  auto* table = dialog->findChild<widgets::TableView*>();
  auto* model = dialog->findChild<MappingModel*>();
  const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(model->rowCount(), static_cast<int>(all_metrics().size()) + 3);
  const auto rowOf = [&](const char* label) {
    for (int row = 0; row < model->rowCount(); ++row) {
      if (model->index(row, 0).data().toString() == QLatin1String(label)) return row;
    }
    return -1;
  };
  const auto write = [&](const char* label, const QString& text) {
    table->setFocus();
    table->setCurrentIndex(model->index(rowOf(label), MappingModel::ExpressionColumn));
    QTest::keyClick(table, Qt::Key_Return);
    QLineEdit* editor = nullptr;  // one that has ended may not be gone yet
    for (auto* each : table->viewport()->findChildren<QLineEdit*>())
      editor = each->isVisible() ? each : editor;
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    text.isEmpty() ? QTest::keyClick(editor, Qt::Key_Delete) : QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_TRUE(test::spinUntil([&] {
      return table->currentIndex().data() == text && !table->isPersistentEditorOpen(table->currentIndex());
    }));
  };
  write("created", QStringLiteral("sum(made{$filter})"));
  press("Save");
  EXPECT_TRUE(says("The expression of created lacks $step"));
  ASSERT_FALSE(dialog.isNull());
  write("created", QStringLiteral("sum$by (increase(made_total{$filter}[$step]))"));
  EXPECT_EQ(model->index(rowOf("created"), MappingModel::FromColumn).data().toString(),
            QStringLiteral("yours"));
  EXPECT_TRUE(words().contains(
      QStringLiteral("For example: sum$by (increase(payments_created_total{$filter}[$step]))")));
  write("stuck", {});
  EXPECT_EQ(model->index(rowOf("stuck"), MappingModel::FromColumn).data().toString(),
            QStringLiteral("not asked"));
  press("Save");
  EXPECT_EQ(source->settings().expressions,
            (std::map<std::string, std::string>{{"created", "sum$by (increase(made_total{$filter}[$step]))"},
                                                {"stuck", ""}}));
  open();
  press("Restore defaults");
  press("Save");
  EXPECT_TRUE(source->settings().expressions.empty());
}

TEST_F(PrometheusDialogTest, ACredentialGoesToTheKeychainAndIsForgottenHere) {
  open();
  QSignalSpy given(dialog.data(), &PrometheusDialog::credentialGiven);
  box("Authentication")->setCurrentIndex(2);
  box("Where the credential is")->setCurrentIndex(1);
  type("Address", QStringLiteral("https://p.example"));
  type("User", QStringLiteral("ops"));
  type("Entry in the keychain", QStringLiteral("prom"));
  type("Credential", QStringLiteral("geheim"));
  EXPECT_EQ(line("Credential")->echoMode(), QLineEdit::Password);
  press("Store");
  ASSERT_EQ(given.size(), 1);
  EXPECT_EQ(given[0][0].toString(), QStringLiteral("prom"));
  EXPECT_EQ(given[0][1].toString(), QStringLiteral("geheim"));
  EXPECT_TRUE(line("Credential")->text().isEmpty());
  dialog->showNotStored(QStringLiteral("prom"), QStringLiteral("<b>no</b> keychain"));
  EXPECT_TRUE(says("was not stored: <b>no</b> keychain. You can use a file instead."));
  dialog->showStored(QStringLiteral("prom"));
  EXPECT_TRUE(says("is in the keychain entry prom"));
  test::takePictures(*dialog, QStringLiteral("prometheus-user"), {900, 760});
  press("Save");
  EXPECT_EQ(source->settings().secret_entry, "prom");
  EXPECT_EQ(source->settings().user, "ops");
  EXPECT_EQ(prometheus::to_json(source->settings()).find("geheim"), std::string::npos);
}

TEST_F(PrometheusDialogTest, EveryControlHasAName) {
  open();
  EXPECT_EQ(test::namelessControls(*dialog), QStringList());
}

}  // namespace
}  // namespace onceover::metrics

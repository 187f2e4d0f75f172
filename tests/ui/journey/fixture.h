// SPDX-License-Identifier: GPL-3.0-or-later
// A whole console in the sizes and themes that people have, driven by the keyboard. 1366 × 768 at 125 % is
// 1093 × 614 of the console's pixels, 1920 × 1080 at 200 % is 960 × 540; CTest runs these with
// QT_SCALE_FACTOR.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <ostream>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "tests/support/console_page.h"
#include "tests/support/control_walk.h"
#include "tests/support/shop_table.h"
#include "tests/ui/cases/gateway_stub.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::shell {

struct Look {
  QSize size;
  bool isDark = false;
};
inline std::ostream& operator<<(std::ostream& out, const Look& look) {
  return out << look.size.width() << 'x' << look.size.height() << (look.isDark ? " dark" : " light");
}

// A theme changes colours and no sizes: each size has one of them, and both where ONCEOVER_ALL_LOOKS is set.
inline std::vector<Look> inThemes(std::vector<Look> all) {
  if (qEnvironmentVariableIsEmpty("ONCEOVER_ALL_LOOKS")) return all;
  for (std::size_t i = all.size(); i-- > 0;) all.push_back({all[i].size, !all[i].isDark});
  return all;
}
inline std::vector<Look> looks() {
  const QByteArray scale = qgetenv("QT_SCALE_FACTOR");
  if (scale == "1") return inThemes({{QSize(960, 600), false}});
  if (scale == "1.25") return inThemes({{QSize(1093, 614), true}});
  if (scale == "2") return inThemes({{QSize(960, 540), false}});
  std::vector<Look> all{{QSize(960, 600), false}};
  // What fits here and in the largest window of layout_test.cpp fits between them.
  if (!qEnvironmentVariableIsEmpty("ONCEOVER_ALL_LOOKS")) all.push_back({QSize(1280, 800), true});
  return inThemes(std::move(all));
}

class KeyboardTest : public WindowTest, public testing::WithParamInterface<Look> {
 protected:
  test::RawConnection raw = database.connect();
  test::GatewayStub gateway;

  void SetUp() override {
    theme.setChoice(GetParam().isDark ? ThemeChoice::dark : ThemeChoice::light);
    WindowTest::SetUp();
    for (int i = 0; i < 5; ++i) {  // narrower, it has only icons, and so can be as narrow
      window.resize(GetParam().size);
      test::settleLayout();
    }
  }

  // An executor claimed it and died; its lease has ended.
  void stick(const std::string& key, const std::string& since) {
    const std::string text = key::text(key::fingerprint(R"({"amount":12500})"));
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, "
        "state, fingerprint_kind, fingerprint, owner, customer, amount, currency, reference) VALUES ('acme', "
        "'POST /payments', $1, now() - $3::interval, now() - $3::interval, nextval('onceover.fence'), now() "
        "- $3::interval / 2, 'in_progress', 'jcs-sha256', decode($2, 'hex'), 'payments-7/41#0a0b0c0d', "
        "'c_2041', 125.00, 'EUR', 'ord-7')",
        {key, text.substr(text.find(':') + 1), since});
  }
  [[nodiscard]] bool idle() {
    return test::spinUntil([this] {
      return !session.isBusy() &&
             (window.currentPage() < 0 || window.page(window.currentPage())->isSettled());
    });
  }
  widgets::Page* current() { return window.page(window.currentPage()); }
  QDialog* dialog() {
    auto* top = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (top != nullptr) return top;
    for (auto* dialog : window.findChildren<QDialog*>()) {
      if (dialog->isVisible()) return dialog;
    }
    return nullptr;
  }
  // Everything a person can use on the window, or on the dialog over it, can be used.
  virtual void look(const std::string& where) {
    QWidget* over = dialog();
    EXPECT_EQ(window.size(), GetParam().size) << where << ": the window has grown";
    EXPECT_EQ(named<QScrollArea>(tr("Page"))->horizontalScrollBar()->maximum(), 0)
        << where << ": the page is wider";
    if (over != nullptr) {
      EXPECT_TRUE(isInFront(over)) << where;
      EXPECT_LE(over->width(), window.width()) << where;
      EXPECT_LE(over->height(), window.height()) << where;
    }
    const QPointer<QWidget> before = QApplication::focusWidget();
    EXPECT_EQ(test::ControlWalk(over != nullptr ? *over : window).all().toStdString(), "") << where;
    if (before != nullptr) before->setFocus();
    picture(over != nullptr ? *over : window, where);
  }
  void picture(QWidget& of, const std::string& where) {
    const QString folder = qEnvironmentVariable("ONCEOVER_PICTURES");
    if (folder.isEmpty()) return;
    const QString name = QStringLiteral("%1-%2-%3.png")
                             .arg(QString::fromStdString(where))
                             .arg(window.width())
                             .arg(GetParam().isDark ? QStringLiteral("dark") : QStringLiteral("light"));
    of.grab().save(QDir(folder).filePath(name));
  }

  // Presses Tab until the control whose name begins so has the focus.
  // Not QTest's wait: a dialog counts as active there as soon as its window is.
  [[nodiscard]] bool isInFront(const QWidget* dialog) {
    const QWidget* front = dialog != nullptr ? dialog : &window;
    return test::spinUntil([front] { return QApplication::activeWindow() == front; });
  }
  [[nodiscard]] bool tabTo(const QString& name, bool isWhole = false) {
    if (!isInFront(dialog())) return false;
    for (int i = 0; i < 250; ++i) {
      QWidget* now = QApplication::focusWidget();
      // A box is named by what is chosen in it; a person sees its label, too.
      const QStringList names =
          now != nullptr ? QStringList{test::ControlWalk::nameOf(*now).remove('&'), now->accessibleName()}
                         : QStringList();
      if (std::ranges::any_of(
              names, [&](const QString& one) { return isWhole ? one == name : one.startsWith(name); }))
        return true;
      QTest::keyClick(now != nullptr ? now : &window, Qt::Key_Tab);
    }
    return false;
  }
  void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
  // With the arrows, until it says so.
  [[nodiscard]] bool arrowTo(const QString& beginning) {
    auto* box = qobject_cast<QComboBox*>(QApplication::focusWidget());
    if (box == nullptr) return false;
    int at = 0;
    while (at < box->count() && !box->itemText(at).startsWith(beginning)) ++at;
    if (at == box->count()) return false;
    while (box->currentIndex() < at) press(Qt::Key_Down);
    while (box->currentIndex() > at) press(Qt::Key_Up);
    return true;
  }
  // The row of the focused table in which a cell contains the text.
  [[nodiscard]] bool arrowToRow(const QString& text) {
    auto* table = qobject_cast<QTableView*>(QApplication::focusWidget());
    if (table == nullptr) return false;
    const auto has = [&](int row) {
      for (int column = 0; column < table->model()->columnCount(); ++column) {
        if (table->model()->index(row, column).data().toString().contains(text)) return true;
      }
      return false;
    };
    press(Qt::Key_Home, Qt::ControlModifier);
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      if (has(table->currentIndex().row())) return true;
      press(Qt::Key_Down);
    }
    return false;
  }
  static bool showsRow(const QWidget& in, const QString& text) {
    for (auto* table : in.findChildren<QTableView*>()) {
      if (table->model() == nullptr || !table->isVisible()) continue;
      for (int row = 0; row < table->model()->rowCount(); ++row) {
        for (int column = 0; column < table->model()->columnCount(); ++column) {
          if (table->model()->index(row, column).data().toString().contains(text)) return true;
        }
      }
    }
    return false;
  }
  // Ctrl+K, its name, Enter.
  void goByPalette(const QString& page) {
    press(Qt::Key_K, Qt::ControlModifier);
    type(page);
    press(Qt::Key_Return);
    ASSERT_TRUE(idle());
  }
  void connectByTyping(const std::string& conninfo, bool withGateway = true) {
    ASSERT_TRUE(tabTo(QStringLiteral("Connection string")));
    press(Qt::Key_A, Qt::ControlModifier);
    type(QString::fromStdString(conninfo));
    if (withGateway) {
      ASSERT_TRUE(tabTo(QStringLiteral("Gateway")));
      type(gateway.config());
    }
    ASSERT_TRUE(tabTo(QStringLiteral("Connect"), true));
    press(Qt::Key_Space);
    ASSERT_TRUE(test::spinUntil([this] { return session.isReady(); })) << session.lastError().sentence();
    window.setLive(false);
    ASSERT_TRUE(idle());
  }
  void arm() {
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    confirmArming();
  }
  void confirmArming() {
    ASSERT_NE(dialog(), nullptr);
    ASSERT_TRUE(tabTo(QStringLiteral("Arm writes")));
    press(Qt::Key_Return);
    ASSERT_TRUE(test::spinUntil([this] { return session.isArmed(); }));
    back();
  }
  // The window has the keyboard again.
  void back() {
    window.activateWindow();
    ASSERT_TRUE(isInFront(nullptr));
  }
  // In the dialog that is open: the reason, then its button.
  void confirm(const QString& reason, const QString& button) {
    ASSERT_NE(dialog(), nullptr);
    if (!reason.isEmpty()) {
      ASSERT_TRUE(tabTo(QStringLiteral("Reason")));
      type(reason);
    }
    ASSERT_TRUE(tabTo(button));
    press(Qt::Key_Space);
  }
};

// A walk over all pages and dialogs of a store with something on every page.
class WalkedTest : public KeyboardTest {
 protected:
  // Something on every page.
  void fillStore() {
    for (int i = 0; i < 12; ++i) stick("pay_" + std::to_string(1000 + i), std::to_string(20 + i) + " min");
    raw.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, opened_at, fence, verdict, "
        "reason, evidence) SELECT tenant, operation, key, 'needs_human', 8, now() - interval '2 hours', "
        "fence, 'needs_human', 'the gateway knows nothing of it', '{}' FROM onceover.keys WHERE key = "
        "'pay_1003'");
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload) SELECT 'payments', "
        "'payment', 'p-' || i, 'payment.captured', '{}' FROM generate_series(1, 5) i");
    raw.exec(test::shop_table);
    raw.exec("ANALYZE");
    gateway.performed();
  }
  void connectTo(const std::string& conninfo) {
    bridge::ConnectionProfile to = profile(conninfo);
    to.gatewayConfig = gateway.config();
    to.isProduction = true;
    to.environment = QStringLiteral("production-eu-west-1");
    to.name = QStringLiteral("payments of the large shop");
    connectNow(to);
    ASSERT_TRUE(idle());
  }
  // Each dialog that an action of the page or of the window opens ("…"), as far as it is opened without a
  // write.
  void openEach(const QList<QAction*>& actions, const std::string& where) {
    for (QAction* action : actions) {
      if (!action->isEnabled() || !action->isVisible() || !action->text().contains(u'…')) continue;
      const QString name = action->text().remove(u'&').remove(u'…').trimmed();
      const int page = window.currentPage();
      action->trigger();
      ASSERT_TRUE(idle()) << where << ": " << name.toStdString();
      QDialog* top = dialog();
      if (top == nullptr) {
        if (window.currentPage() != page) window.showPage(page);
        continue;
      }
      if (qobject_cast<QFileDialog*>(top) == nullptr)
        look(where + "-" + name.toLower().replace(u' ', u'-').toStdString());
      closeAll();
    }
  }
  void walkPages(const std::string& prefix) {
    for (int i = 0; i < window.pageCount(); ++i) {
      if (window.pageId(i) == QLatin1String("case") && prefix == "page") {
        window.openCase({"acme", "POST /payments", "pay_1003"});
      } else {
        window.showPage(i);
      }
      if (window.currentPage() != i) continue;  // not listed: it has nothing to show for this store
      ASSERT_TRUE(idle());
      look(prefix + "-" + window.pageId(i).toStdString());
      if (prefix == "page") {
        ASSERT_NO_FATAL_FAILURE(openEach(current()->actions(), "dialog-" + window.pageId(i).toStdString()));
      }
    }
  }
  void closeAll() {
    for (int i = 0; i < 4 && dialog() != nullptr; ++i) {
      dialog()->done(QDialog::Rejected);
      test::settleLayout();  // it is deleted when it is closed
    }
    back();
  }
};

}  // namespace onceover::shell

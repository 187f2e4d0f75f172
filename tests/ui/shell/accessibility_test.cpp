// SPDX-License-Identifier: GPL-3.0-or-later
// Every control has a name that assistive technology can say. Walks as it does; the children of tables are
// not enumerated: a table of a million rows has as many.
#include <QAbstractItemView>
#include <QAccessible>
#include <QLineEdit>

#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/top_bar.h"

namespace onceover::shell {
namespace {

bool isControl(QAccessible::Role role) {
  switch (role) {
    case QAccessible::PushButton:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::EditableText:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::List:
    case QAccessible::ProgressBar: return true;
    default: return false;
  }
}

QString pathOf(const QObject* object) {
  QStringList path;
  for (; object != nullptr; object = object->parent())
    path.prepend(QString::fromLatin1(object->metaObject()->className()));
  return path.join('/');
}

void collectNameless(QAccessibleInterface* node, QStringList& found) {
  if (node == nullptr || !node->isValid() || node->state().invisible) return;
  const QObject* object = node->object();
  if (isControl(node->role()) && node->text(QAccessible::Name).trimmed().isEmpty() && object != nullptr &&
      object->objectName() != QLatin1String("qt_spinbox_lineedit")) {
    found.append(QStringLiteral("role %1: %2").arg(node->role()).arg(pathOf(object)));
  }
  if (qobject_cast<const QAbstractItemView*>(object) != nullptr || node->role() == QAccessible::ComboBox)
    return;
  for (int i = 0; i < node->childCount(); ++i) collectNameless(node->child(i), found);
}

QStringList nameless(QWidget& widget) {
  QStringList found;
  collectNameless(QAccessible::queryAccessibleInterface(&widget), found);
  return found;
}

TEST_F(WindowTest, EveryControlOfTheConnectionsHasAName) {
  EXPECT_EQ(nameless(window).join('\n').toStdString(), "");
}

TEST_F(WindowTest, EveryControlOfEveryPageHasAName) {
  connectNow(profile(database.conninfo()));
  for (int i = 0; i < window.pageCount(); ++i) {
    window.showPage(i);
    ASSERT_TRUE(test::spinUntil([this, i] { return !session.isBusy() && window.page(i)->isSettled(); }));
    EXPECT_EQ(nameless(window).join('\n').toStdString(), "") << window.pageId(i).toStdString();
  }
}

TEST_F(WindowTest, EveryControlOfTheArmDialogHasAName) {
  bridge::ConnectionProfile connection = profile(database.conninfo());
  connection.isProduction = true;
  ArmDialog dialog(connection);
  dialog.show();
  EXPECT_EQ(nameless(dialog).join('\n').toStdString(), "");
}

TEST_F(WindowTest, TheWalkFindsAControlWithoutAName) {
  QWidget holder;
  auto* edit = new QLineEdit(&holder);
  holder.show();
  EXPECT_EQ(nameless(holder).size(), 1);
  edit->setAccessibleName(QStringLiteral("Key"));
  EXPECT_TRUE(nameless(holder).isEmpty());
}

}  // namespace
}  // namespace onceover::shell

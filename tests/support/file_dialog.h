// SPDX-License-Identifier: Apache-2.0
// The dialog that asks for a file, answered.
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QWidget>

namespace onceover::test {

// Names the file in the dialog that is open below the widget. Its completer would take keys away, so that the
// name is put there whole. False where no dialog is open.
inline bool nameFile(const QWidget& parent, const QString& path) {
  for (auto* dialog : parent.findChildren<QFileDialog*>()) {
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    if (!dialog->isVisible() || name == nullptr) continue;
    name->setText(path);
    if (!QMetaObject::invokeMethod(dialog, "accept")) return false;
    QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);  // until then it keeps the keyboard
    return true;
  }
  return false;
}

}  // namespace onceover::test

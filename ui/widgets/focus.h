// What Tab reaches, in which order, and that all of it is seen.
#pragma once

#include <QDialogButtonBox>
#include <QList>
#include <QWidget>

namespace onceover::widgets {

// What Tab reaches of it and in it, in the order of its window.
QList<QWidget*> inTabOrder(const QWidget& of);

// Moves all that Tab reaches of it and in it behind `before`, in the order that it has. Returns the last of it; `before` where there is nothing.
QWidget* tabAfter(QWidget* before, const QWidget& of);

// The same with the buttons of a dialog, in the order in which they stand. Qt leaves out the first one where its box comes right before it.
QWidget* tabAfter(QWidget* before, QDialogButtonBox& buttons);

// As long as the owner lives: what Tab reaches, in any window, is seen as a whole; Qt shows only its caret. A click moves nothing.
void keepFocusInView(QObject* owner);

// As long as the owner lives: over a box of choices or numbers that has not the focus, in any window, the wheel scrolls what the box stands
// in and does not change its value.
void wheelPassesBoxes(QObject* owner);

// Scrolls whatever it stands in until all of it is seen, or its beginning where there is no room for all.
void bringIntoView(const QWidget& widget);

}  // namespace onceover::widgets

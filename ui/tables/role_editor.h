// SPDX-License-Identifier: GPL-3.0-or-later
// What the editors of the roles have in common. An editor shows one role of a draft, and writes the user's
// choice back.
#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QWidget>
#include <optional>
#include <string>

#include "ui/tables/draft.h"
#include "ui/widgets/layout.h"

namespace onceover::ui {

class RoleEditor : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  // Shows the role as the draft has it. Emits nothing.
  virtual void load(const Draft& draft, const std::string& role) = 0;
  // Writes the role that was loaded. A role that is still to be chosen stays so.
  virtual void apply(Draft& draft) const = 0;

  // An editor, or a part of one, that scrolls on the card's own surface.
  static QScrollArea* scrolledIn(QWidget* inside, const QString& name) {
    QScrollArea* scroll = widgets::scrolled(inside, name);
    scroll->setFocusPolicy(Qt::NoFocus);
    inside->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
  }

 signals:
  void edited();  // by the user

 protected:
  // A form whose fields come and go with what is chosen.
  static QFormLayout* newForm(QWidget* box) {
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
  }
  static void showRow(QFormLayout* form, QWidget* field, bool visible) {
    field->setVisible(visible);
    form->labelForField(field)->setVisible(visible);
  }
};

// A choice among words, each of which stands for a value of an enumeration.
class Choice : public QComboBox {
  Q_OBJECT
 public:
  // name: for assistive technology. characters: the width; 0: as the words need it.
  explicit Choice(const QString& name, int characters = 0, QWidget* parent = nullptr);

  template <class E, std::size_t size>
  void setWords(const Words<E, size>& words) {
    clear();
    for (const auto& [value, word] : words.pairs) addItem(onceover::tr(word.data()), static_cast<int>(value));
  }
  template <class E>
  void choose(E value) {
    setCurrentIndex(std::max(0, findData(static_cast<int>(value))));
  }
  template <class E>
  bool offers(E value) const {
    return findData(static_cast<int>(value)) >= 0;
  }
  // nullopt: nothing is chosen yet.
  template <class E>
  std::optional<E> chosen() const {
    return currentData().isValid() ? std::optional(static_cast<E>(currentData().toInt())) : std::nullopt;
  }
  template <class E>
  bool is(E value) const {
    return chosen<E>() == value;
  }

 protected:
  // A wheel over a long form scrolls the form, and does not change what was chosen.
  void wheelEvent(QWheelEvent* event) override;
};

// A choice among a table's columns, each with its type; "none"; and, while nothing is chosen, "please
// choose".
class ColumnCombo : public Choice {
  Q_OBJECT
 public:
  // name: for assistive technology. none: what leaving the role empty means.
  ColumnCombo(const QString& name, const QString& none, QWidget* parent = nullptr);

  // nullopt: nothing is chosen yet. "": none. A column that the table does not have stays shown, as missing.
  void setColumns(const tables::TableFacts& facts, const std::optional<std::string>& chosen);
  std::optional<std::string> column() const;

 private:
  QString none_;
};

}  // namespace onceover::ui

// What the editors of the roles have in common. An editor shows one role of a draft, and writes the user's choice back.
#pragma once

#include <QFormLayout>
#include <QWidget>
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

}  // namespace onceover::ui

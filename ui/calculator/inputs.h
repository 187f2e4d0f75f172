// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a tab: each field is described once (name, label, range, hint); here it is made, laid out in
// groups, remembered on this desktop and heard as one.
#pragma once

#include <QFormLayout>
#include <QJsonValue>
#include <QLineEdit>
#include <QObject>
#include <QTimer>
#include <QVariant>
#include <functional>
#include <vector>

#include "core/base/time.h"
#include "core/calculator/policy.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::calculator {

// A span as people type it; "none" and nothing at all where the field allows them.
class SpanEdit : public QLineEdit {
  Q_OBJECT
 public:
  struct Allows {
    bool zero = false, none = false, nothing = false;
  };
  explicit SpanEdit(Allows allows, QWidget* parent = nullptr);
  bool isValid() const;
  bool isNone() const;                         // "none"
  bool isNothing() const;                      // left empty
  std::optional<Duration> span() const;        // nullopt: none, nothing, or not valid
  void setSpan(std::optional<Duration> span);  // nullopt: "none"
  QString wrong() const;                       // what it must be, where it is not valid

 private:
  Allows allows_;
};

class Grid;

class Inputs : public QObject {
  Q_OBJECT
 public:
  // name: under which all of them are kept: "calculator/size".
  explicit Inputs(const QString& name, QObject* parent = nullptr);

  struct Number {
    double least = 0, most = 1e9, value = 0;
    int decimals = 0;
    QString suffix = {}, tip = {};
  };
  // Fields from now on stand in a group of their own, below the ones before. heading: empty: none.
  void group(const QString& heading);
  // A row of something else in the group.
  void addRow(QWidget* widget) { form_->addRow(widget); }
  // The groups, to be placed.
  QWidget* box() const { return box_; }
  // The same as a column of fixed width that scrolls where the window is low.
  QScrollArea* column(const QString& accessibleName);

  QDoubleSpinBox* number(const char* name, const QString& label, const Number& number);
  SpanEdit* span(const char* name, const QString& label, const QString& initial, SpanEdit::Allows allows = {},
                 const QString& tip = {});
  // words: stable word and title.
  QComboBox* choice(const char* name, const QString& label,
                    const std::vector<std::pair<QString, QVariant>>& words, const QString& tip = {});
  QCheckBox* yesNo(const QString& name, const QString& label, bool initial, const QString& tip = {});
  QLineEdit* line(const char* name, const QString& label, const QString& placeholder = {},
                  const QString& tip = {});
  // Its rows, as a field.
  void keep(const QString& name, Grid* grid);

  void setMemory(const widgets::Page::Memory& memory);
  void keepNow();
  // "Base must be a time such as …", a line for each field that cannot be read.
  QStringList problems() const;

 signals:
  void changed();

 private:
  struct Field {
    QString name;
    std::function<QJsonValue()> value;
    std::function<void(const QJsonValue&)> put;
  };
  // Anything that is worth keeping, and how that is put back. Say note() when it changed.
  void other(const QString& name, std::function<QJsonValue()> value,
             std::function<void(const QJsonValue&)> put);
  void note();
  void place(const QString& label, QWidget* widget, const QString& tip);
  void keepText(const char* name, QLineEdit* edit);
  void keep(const QString& name, QWidget* field, const char* property);

  QString name_;
  QWidget* box_ = nullptr;
  QVBoxLayout* groups_ = nullptr;
  QFormLayout* form_ = nullptr;
  std::vector<Field> fields_;
  std::vector<std::pair<QString, SpanEdit*>> spans_;
  widgets::Page::Memory memory_;
  QTimer later_;
  bool putting_ = false, isKept_ = true;
};

// What the linter holds the policy against beside the policy itself.
struct Windows {
  std::optional<Duration> window, gateway;
  Duration manual{};
};

// The fields of a retry policy.
struct PolicyFields {
  QComboBox* backoff = nullptr;  // none where several are compared
  SpanEdit *base = nullptr, *cap = nullptr, *total = nullptr;
  QLineEdit* attempts = nullptr;
  QComboBox* power = nullptr;

  // Shown first is `like`.
  void make(Inputs& inputs, const Policy& like, bool withBackoff);
  Policy policy() const;
  // Where a number of attempts cannot be read; empty: it can.
  QString wrong() const;
};

}  // namespace onceover::calculator

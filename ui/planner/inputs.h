// The fields of a tab: made with name and label, remembered on this desktop, heard as one.
#pragma once

#include <QJsonValue>
#include <QLineEdit>
#include <QObject>
#include <QTimer>
#include <functional>
#include <vector>

#include "core/base/time.h"
#include "ui/widgets/page.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace onceover::planner {

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

class Inputs : public QObject {
  Q_OBJECT
 public:
  // name: under which all of them are kept: "planner/size".
  explicit Inputs(const QString& name, QObject* parent = nullptr);

  struct Number {
    double least = 0, most = 1e9, value = 0;
    int decimals = 0;
    QString suffix = {}, tip = {};
  };
  // form: where the row is added; nullptr: the caller places it.
  QDoubleSpinBox* number(QFormLayout* form, const QString& name, const QString& label, const Number& number);
  SpanEdit* span(QFormLayout* form, const QString& name, const QString& label, const QString& initial, SpanEdit::Allows allows = {},
                 const QString& tip = {});
  // words: stable word and title.
  QComboBox* choice(QFormLayout* form, const QString& name, const QString& label, const std::vector<std::pair<QString, QString>>& words,
                    const QString& tip = {});
  QCheckBox* yesNo(QFormLayout* form, const QString& name, const QString& label, bool initial, const QString& tip = {});
  QLineEdit* line(QFormLayout* form, const QString& name, const QString& label, const QString& placeholder = {});
  // Anything else: what it is worth keeping, and how that is put back. Say note() when it changed.
  void other(const QString& name, std::function<QJsonValue()> value, std::function<void(const QJsonValue&)> put);
  void note();

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
  void place(QFormLayout* form, const QString& label, QWidget* widget, const QString& tip);

  QString name_;
  std::vector<Field> fields_;
  std::vector<std::pair<QString, SpanEdit*>> spans_;
  widgets::Page::Memory memory_;
  QTimer later_;
  bool putting_ = false, isKept_ = true;
};

}  // namespace onceover::planner

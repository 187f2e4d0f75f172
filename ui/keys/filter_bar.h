// What is asked for: the key as pasted, and everything that narrows it down. Says when a search is wanted; reads nothing itself.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/browse/browser.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::keys {

class FilterBar : public QWidget {
  Q_OBJECT
 public:
  explicit FilterBar(QWidget* parent = nullptr);

  // now: the database's clock, for "the last hour".
  browse::Filter filter(Timestamp now) const;
  // Shows every part of it, whatever it came from. Wants no search by itself.
  void setFilter(const browse::Filter& filter);
  void clear();
  bool isEmpty() const;
  // Why filter() leaves something out: a moment that cannot be read; empty: nothing.
  QString problem() const;
  void setChoices(const std::vector<std::string>& tenants, const std::vector<std::string>& operations);
  void focusSearch();
  // Somebody is in the middle of typing.
  bool isBeingEdited() const;

 signals:
  void searchRequested();

 private:
  QWidget* keyRow();
  QWidget* stateRow();
  QWidget* detailRow();
  QPushButton* addChip(QWidget* row, const QString& label, const QString& icon);
  QComboBox* newChoice(const QString& all, const QString& name);
  QLineEdit* newField(const QString& placeholder, const QString& name);
  void rangeChosen();
  void noteProblem();
  void clearAndSearch();

  QLineEdit *key_, *contains_, *errorCode_, *responseCode_, *from_, *to_;
  QCheckBox* prefix_;
  QComboBox *tenant_, *operation_, *range_;
  QWidget* between_;
  std::vector<QPushButton*> states_;  // in the order of key::State
  QPushButton *stuck_, *people_;
  widgets::PlainLabel* problem_;
};

}  // namespace onceover::keys

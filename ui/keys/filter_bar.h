// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for: the key as pasted, and everything that narrows it down. Says when a search is wanted;
// reads nothing itself.
#pragma once

#include <QJsonObject>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/keys/offered.h"
#include "ui/widgets/forward.h"

namespace onceover::keys {

class FilterBar : public QWidget {
  Q_OBJECT
 public:
  explicit FilterBar(QWidget* parent = nullptr);

  // Another table: clears everything, and offers what can be asked of it. What cannot says why in its tool
  // tip.
  void setProfile(const tables::Profile& profile);
  // Narrows by this value of a row; false: nothing here narrows by that column.
  bool narrow(int column, const browse::KeyRow& row);

  // now: the database's clock, for "the last hour".
  browse::Filter filter(Timestamp now) const;
  // Shows every part of it, whatever it came from. Wants no search by itself.
  void setFilter(const browse::Filter& filter);
  void clear();
  bool isEmpty() const;
  // What is chosen and typed, relative times as such, for a saved view. What is not offered here is left out.
  QJsonObject state() const;
  void setState(const QJsonObject& state);
  // Why filter() leaves something out: a moment that cannot be read; empty: nothing.
  QString problem() const;
  void setChoices(const std::vector<std::string>& tenants, const std::vector<std::string>& operations);
  void focusSearch();
  // What stands as the key is sought as a part of a key, a customer or a reference instead.
  void seekInside();
  // At the end of the first line.
  void addTool(QWidget* tool);
  // A person is in the middle of typing.
  bool isBeingEdited() const;

 signals:
  void searchRequested();

 private:
  // Fields by the name they are kept under.
  QWidget* keyRow();
  QWidget* stateRow();
  QWidget* detailRow();
  QPushButton* addChip(QWidget* row, const QString& label, const QString& icon);
  QComboBox* newChoice(const QString& all, const QString& name);
  QLineEdit* newField(const QString& placeholder, const QString& name);
  void rangeChosen();
  void noteProblem();
  void clearAndSearch();
  void offer(QWidget* control, Asking what, key::State state = {});
  void setRest(const browse::Filter& filter);

  const tables::Profile* profile_ = nullptr;  // while setProfile() runs
  QLayout* keyLayout_ = nullptr;
  QLineEdit *key_, *contains_, *errorCode_, *responseCode_, *from_, *to_;
  QCheckBox *prefix_, *bodies_;
  QComboBox *tenant_, *operation_, *range_;
  QWidget* between_;
  std::vector<QPushButton*> states_;  // in the order of key::State
  QPushButton* unknown_ = nullptr;    // rows in a state without a name in the profile
  QPushButton* aside_ = nullptr;      // rows that are set aside
  QPushButton *stuck_, *people_, *dead_;
  widgets::PlainLabel* problem_;
  // What no control of its own shows: it came from another page, or from a value of a row. One chip names all
  // of it and removes it.
  browse::Filter rest_;
  QPushButton* restChip_;
};

}  // namespace onceover::keys

// Which rules raise a banner, and above what.
#pragma once

#include <QDialog>
#include <QList>

#include "core/alerts/rules.h"
#include "ui/widgets/forward.h"

namespace onceover::alerts {

class RulesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit RulesDialog(const Settings& settings, QWidget* parent = nullptr);
  // As typed, when it was accepted.
  const Settings& settings() const { return settings_; }

 private:
  struct Row {
    Rule rule;
    QLineEdit *warning, *critical;
  };
  void fill(const Settings& settings);
  void check();
  Settings settings_;
  QList<Row> rows_;
  widgets::PlainLabel* problem_;
};

}  // namespace onceover::alerts

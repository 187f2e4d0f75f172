// SPDX-License-Identifier: GPL-3.0-or-later
// Which Prometheus is asked for this connection, and how. Test says in words what is wrong, with what is
// typed and before it is kept.
#pragma once

#include <QDialog>
#include <memory>

#include "core/metrics/prometheus.h"
#include "ui/metrics/prometheus_source.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::metrics {

// By which expression a Prometheus is asked for each metric, as a table whose expressions are edited in
// place.
struct Mapped {
  std::string name, expression;
};

class MappingModel : public widgets::RowsModel<Mapped> {
  Q_OBJECT
 public:
  enum Columns { MetricColumn, ExpressionColumn, FromColumn };
  explicit MappingModel(QObject* parent = nullptr);

  void take(const prometheus::Settings& settings);
  // Into settings: only what differs from the defaults.
  void putInto(prometheus::Settings& settings) const;
  // How the expression of a row could look.
  QString exampleOf(int row) const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
};

class PrometheusDialog : public QDialog {
  Q_OBJECT
 public:
  // Both must outlive it. Shows what the source has; open() it.
  PrometheusDialog(bridge::Session& session, PrometheusSource& source, QWidget* parent = nullptr);
  ~PrometheusDialog() override;

  // As it is typed.
  prometheus::Settings settings() const;
  // What became of a credential that was given.
  void showStored(const QString& entry);
  void showNotStored(const QString& entry, const QString& words);

 signals:
  // To be kept in the keychain under that name.
  void credentialGiven(const QString& entry, const QString& value);

 private:
  QWidget* makeForm();
  QWidget* makeMapping();
  void fill(const prometheus::Settings& settings);
  void updateFields();
  void editExpression(const QModelIndex& index);
  void giveCredential();
  void test();
  void save();
  void say(const QString& words, widgets::Tone tone);

  bridge::Session& session_;
  PrometheusSource& source_;
  std::unique_ptr<workspace::Workspace> trialMemory_;  // of what is tried and not kept
  std::unique_ptr<PrometheusSource> trial_;
  MappingModel* mapping_;
  QFormLayout* form_;
  std::vector<std::pair<QLineEdit*, std::string prometheus::Settings::*>> texts_;
  QLineEdit *user_ = nullptr, *file_ = nullptr, *entry_ = nullptr, *credential_;
  QComboBox *auth_, *place_;
  QSpinBox* scrape_;
  QPushButton *store_, *test_;
  QWidget* credentialRow_;
  widgets::TableView* table_;
  widgets::PlainLabel *example_, *answer_;
};

}  // namespace onceover::metrics

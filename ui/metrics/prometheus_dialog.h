// Which Prometheus is asked for this connection, and how. Test says in words what is wrong, with what is typed and before it is kept.
#pragma once

#include <QDialog>
#include <memory>

#include "ui/metrics/mapping_model.h"
#include "ui/metrics/prometheus_source.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::metrics {

// What a trial found: the first line says whether it answers, the others what is missing.
QStringList trialWords(const Chart& chart);

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
  std::vector<std::pair<QLineEdit*, std::string prometheus::Settings::*>> texts() const;
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
  QLineEdit *url_, *user_, *file_, *entry_, *credential_, *caFile_, *filter_, *tenant_, *operation_, *code_;
  QComboBox *auth_, *place_;
  QSpinBox* scrape_;
  QPushButton *store_, *test_;
  QWidget* credentialRow_;
  widgets::TableView* table_;
  widgets::PlainLabel *example_, *answer_;
};

}  // namespace onceover::metrics

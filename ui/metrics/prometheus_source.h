// SPDX-License-Identifier: GPL-3.0-or-later
// A Prometheus server as a source of the dashboard. Each connection has its own, remembered in the workspace; the credential is not.
#pragma once

#include <QPointer>
#include <map>
#include <memory>

#include "ui/bridge/session.h"
#include "ui/metrics/prometheus_client.h"
#include "ui/metrics/source.h"
#include "ui/workspace/workspace.h"

namespace onceover::metrics {

class PrometheusSource : public Source {
  Q_OBJECT
 public:
  // Both must outlive it. The session says whose server it is, and lends its keychain; nothing of it is read.
  PrometheusSource(bridge::Session& session, workspace::Workspace& workspace, PrometheusClient::Limits limits = {},
                   QObject* parent = nullptr);
  ~PrometheusSource() override;

  Origin origin() const override { return Origin::prometheus; }
  QString name() const override;
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

  const prometheus::Settings& settings() const { return settings_; }
  // From the next ask() on; remembered for this connection. An empty address: none is query. invalid_input, io.
  Result<void> setSettings(const prometheus::Settings& settings);

 private:
  struct Query;
  void recall();
  QString memoryName() const;
  void renewClient();
  void drop(int tag);
  void rank(Query& query);
  void sendQuestions(Query& query);
  void take(Query& query, const prometheus::Question& question, Result<prometheus::Answer> answer);
  void finish(Query& query, const Result<Chart>& chart);

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  QString recalled_;  // the memory's name of what is in force
  prometheus::Settings settings_;
  const PrometheusClient::Limits limits_;
  std::unique_ptr<PrometheusClient> client_;
  std::map<int, std::unique_ptr<Query>> queries_;
};

}  // namespace onceover::metrics

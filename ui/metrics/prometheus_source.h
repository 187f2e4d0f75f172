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
  // From the next ask() on; remembered for this connection. An empty address: none is asked. invalid_input, io.
  Result<void> setSettings(const prometheus::Settings& settings);

 private:
  struct Asked;
  void recall();
  QString memoryName() const;
  void renewClient();
  void drop(int tag);
  void rank(Asked& asked);
  void sendQuestions(Asked& asked);
  void take(Asked& asked, const prometheus::Question& question, Result<prometheus::Answer> answer);
  void finish(Asked& asked, const Result<Chart>& chart);

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  QString recalled_;  // the memory's name of what is in force
  prometheus::Settings settings_;
  const PrometheusClient::Limits limits_;
  std::unique_ptr<PrometheusClient> client_;
  std::map<int, std::unique_ptr<Asked>> asked_;
};

}  // namespace onceover::metrics

// SPDX-License-Identifier: GPL-3.0-or-later
// A Prometheus server as a source of the dashboard. Each connection has its own, remembered in the workspace;
// the credential is not.
#pragma once

#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QSslCertificate>
#include <QTimer>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "core/base/mask.h"
#include "core/gateway/config.h"
#include "core/metrics/prometheus.h"
#include "ui/bridge/session.h"
#include "ui/metrics/source.h"
#include "ui/workspace/workspace.h"

namespace onceover::metrics {

// Asks one Prometheus server over HTTP. What is sent leaves for the configured address alone: no redirect is
// followed, no cookie and no proxy used, TLS is verified. The credential is read when it is first needed,
// kept in memory, and in nothing that is said or shown.
//
// By Qt Network, not core/web: its replies come to the UI thread as signals, and a cancelled question ends at
// once. Threads: the UI thread, which never waits: keychain and files are read, and answers parsed, on
// threads of their own.
class PrometheusClient : public QObject {
  Q_OBJECT
 public:
  struct Limits {
    std::chrono::milliseconds patience{20'000};  // for one question, from ask() on
    qint64 bytes = 8 * 1024 * 1024;              // of one answer
    int atOnce = 4;
  };
  PrometheusClient(prometheus::Settings settings, gateway::Keychain keychain, Limits limits,
                   QObject* parent = nullptr);
  ~PrometheusClient() override;

  // Called once, later, never within ask(); not at all after cancel() or where `context` is gone.
  using Done = std::function<void(Result<prometheus::Answer>)>;
  void ask(const prometheus::Question& question, QObject* context, Done done);
  void cancel(const QObject* context);  // what was asked for it

 private:
  struct Job;
  // What the settings name and other programs keep.
  struct Access {
    std::string secret;
    QList<QSslCertificate> trusted;
  };
  static Result<Access> accessOf(const prometheus::Settings& settings, const gateway::Keychain& keychain);
  void readAccess();
  void takeAccess(const Result<Access>& access);
  void sendMore();
  void send(Job& job);
  QNetworkRequest requestFor(const Job& job) const;
  void readSome(Job& job);
  void take(Job& job);
  Result<prometheus::Answer> withoutSecrets(Result<prometheus::Answer> answer) const;
  Error failureOf(const Job& job) const;
  // Of a job that is gone, nothing.
  void end(quint64 job, Result<prometheus::Answer> answer);
  QByteArray scrubbed(const QByteArray& text) const;

  const prometheus::Settings settings_;
  const gateway::Keychain keychain_;
  const Limits limits_;
  const std::string place_;
  QNetworkAccessManager network_;
  std::deque<std::unique_ptr<Job>> jobs_;
  quint64 lastJob_ = 0;
  enum class State { unread, reading, ready } access_ = State::unread;
  Steady::time_point accessRead_{};
  QByteArray header_;  // of Authorization
  QList<QSslCertificate> trusted_;
  Mask mask_;  // of them: no answer may repeat one
};

class PrometheusSource : public Source {
  Q_OBJECT
 public:
  // Both must outlive it. The session says whose server it is, and lends its keychain; nothing of it is read.
  PrometheusSource(bridge::Session& session, workspace::Workspace& workspace,
                   PrometheusClient::Limits limits = {}, QObject* parent = nullptr);
  ~PrometheusSource() override;

  Origin origin() const override { return Origin::prometheus; }
  QString name() const override;
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

  const prometheus::Settings& settings() const { return settings_; }
  // From the next ask() on; remembered for this connection. An empty address: none is query. invalid_input,
  // io.
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

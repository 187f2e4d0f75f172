// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_source.h"

#include <QMetaObject>
#include <algorithm>
#include <optional>
#include <vector>

#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

// A server with a narrower limit than its default says so; below this it is not worth asking.
constexpr int fewestPoints = 500;

}  // namespace

struct PrometheusSource::Query {
  int tag = 0;
  QObject context;  // goes with it: answers to what was superseded find nobody
  std::optional<prometheus::Reading> reading;
  std::vector<prometheus::Reading::Answered> answers;
  std::size_t open = 0;
  int points = prometheus::most_points;
};

PrometheusSource::PrometheusSource(bridge::Session& session, workspace::Workspace& workspace, PrometheusClient::Limits limits,
                                   QObject* parent)
    : Source(parent), session_(session), workspace_(workspace), limits_(limits) {
  recall();
  connect(&session_, &bridge::Session::stateChanged, this, &PrometheusSource::recall);
}

PrometheusSource::~PrometheusSource() = default;

QString PrometheusSource::memoryName() const { return QStringLiteral("prometheus.") + session_.connection().id; }

// What is remembered for this connection; what cannot be read is as if nothing were.
void PrometheusSource::recall() {
  const QString name = memoryName();
  if (client_ && name == recalled_) return;
  recalled_ = name;
  const auto kept = prometheus::from_json(workspace_.choice(name).toStdString());
  settings_ = kept ? *kept : prometheus::Settings{};
  renewClient();
}

void PrometheusSource::renewClient() {
  cancel();
  client_ = std::make_unique<PrometheusClient>(settings_, session_.keychain(), limits_);
  emit offerChanged();
}

Result<void> PrometheusSource::setSettings(const prometheus::Settings& settings) {
  if (!settings.url.empty()) {
    if (auto sound = prometheus::check(settings); !sound) return sound;
  }
  if (auto kept = workspace_.setChoice(memoryName(), QString::fromStdString(prometheus::to_json(settings))); !kept) return kept;
  settings_ = settings;
  renewClient();
  return {};
}

QString PrometheusSource::name() const { return widgets::shown(prometheus::place_of(settings_)); }

Offer PrometheusSource::offer() const {
  Offer out;
  if (settings_.url.empty()) {
    out.whyNot = tr("No Prometheus server is given for this connection.");
    return out;
  }
  if (auto sound = prometheus::check(settings_); !sound) {
    out.whyNot = widgets::text(sound.error().what);
    return out;
  }
  bool isSplit = false;
  for (const std::string& name : prometheus::mapped(settings_)) {
    (metric_named(name) != nullptr ? out.metrics : out.distributions).append(QString::fromStdString(name));
    isSplit = isSplit || prometheus::is_split(prometheus::expression_of(settings_, name));
  }
  if (isSplit) out.by = {By::tenant, By::operation, By::code};
  return out;
}

void PrometheusSource::ask(int tag, const Request& request) {
  drop(tag);
  auto& query = *(queries_[tag] = std::make_unique<Query>());
  query.tag = tag;
  auto reading = prometheus::Reading::begin(settings_, request);
  if (!reading) {
    const auto later = [this, &query, still = QPointer<QObject>(&query.context), error = reading.error()] {
      if (still) finish(query, fail(error));
    };
    QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
    return;
  }
  query.reading = *std::move(reading);
  rank(query);
}

void PrometheusSource::rank(Query& query) {
  const auto ranking = query.reading->ranking();
  if (!ranking) return sendQuestions(query);
  client_->ask(*ranking, &query.context, [this, &query](Result<prometheus::Answer> answer) {
    if (!answer) return finish(query, fail(answer.error()));
    query.reading->ranked(*answer);
    rank(query);
  });
}

void PrometheusSource::sendQuestions(Query& query) {
  const auto questions = query.reading->questions(query.points);
  query.answers.clear();
  query.open = questions.size();
  if (questions.empty()) return finish(query, query.reading->chart(query.answers));
  for (const auto& question : questions) {
    client_->ask(question, &query.context,
                 [this, &query, question](Result<prometheus::Answer> answer) { take(query, question, std::move(answer)); });
  }
}

void PrometheusSource::take(Query& query, const prometheus::Question& question, Result<prometheus::Answer> answer) {
  query.answers.push_back({question, std::move(answer)});
  if (--query.open > 0) return;
  const bool isTooMuch =
      std::ranges::any_of(query.answers, [](const auto& one) { return !one.answer && prometheus::wants_fewer_points(one.answer.error()); });
  if (!isTooMuch || query.points / 4 < fewestPoints) return finish(query, query.reading->chart(query.answers));
  query.points /= 4;
  sendQuestions(query);
}

void PrometheusSource::finish(Query& query, const Result<Chart>& chart) {
  const auto ended = std::move(queries_.extract(query.tag).mapped());
  tell(ended->tag, chart);
}

void PrometheusSource::drop(int tag) {
  const auto found = queries_.find(tag);
  if (found == queries_.end()) return;
  client_->cancel(&found->second->context);
  queries_.erase(found);
}

void PrometheusSource::cancel() {
  while (!queries_.empty()) drop(queries_.begin()->first);
}

}  // namespace onceover::metrics

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

struct PrometheusSource::Asked {
  int tag = 0;
  QObject context;  // goes with it: answers to what was superseded find nobody
  std::optional<prometheus::Reading> reading;
  std::vector<prometheus::Reading::Answered> told;
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
  auto& asked = *(asked_[tag] = std::make_unique<Asked>());
  asked.tag = tag;
  auto reading = prometheus::Reading::begin(settings_, request);
  if (!reading) {
    const auto later = [this, &asked, still = QPointer<QObject>(&asked.context), error = reading.error()] {
      if (still) finish(asked, fail(error));
    };
    QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
    return;
  }
  asked.reading = *std::move(reading);
  rank(asked);
}

void PrometheusSource::rank(Asked& asked) {
  const auto ranking = asked.reading->ranking();
  if (!ranking) return sendQuestions(asked);
  client_->ask(*ranking, &asked.context, [this, &asked](Result<prometheus::Answer> answer) {
    if (!answer) return finish(asked, fail(answer.error()));
    asked.reading->ranked(*answer);
    rank(asked);
  });
}

void PrometheusSource::sendQuestions(Asked& asked) {
  const auto questions = asked.reading->questions(asked.points);
  asked.told.clear();
  asked.open = questions.size();
  if (questions.empty()) return finish(asked, asked.reading->chart(asked.told));
  for (const auto& question : questions) {
    client_->ask(question, &asked.context,
                 [this, &asked, question](Result<prometheus::Answer> answer) { take(asked, question, std::move(answer)); });
  }
}

void PrometheusSource::take(Asked& asked, const prometheus::Question& question, Result<prometheus::Answer> answer) {
  asked.told.push_back({question, std::move(answer)});
  if (--asked.open > 0) return;
  const bool isTooMuch =
      std::ranges::any_of(asked.told, [](const auto& told) { return !told.answer && prometheus::wants_fewer_points(told.answer.error()); });
  if (!isTooMuch || asked.points / 4 < fewestPoints) return finish(asked, asked.reading->chart(asked.told));
  asked.points /= 4;
  sendQuestions(asked);
}

void PrometheusSource::finish(Asked& asked, const Result<Chart>& chart) {
  const auto ended = std::move(asked_.extract(asked.tag).mapped());
  tell(ended->tag, chart);
}

void PrometheusSource::drop(int tag) {
  const auto found = asked_.find(tag);
  if (found == asked_.end()) return;
  client_->cancel(&found->second->context);
  asked_.erase(found);
}

void PrometheusSource::cancel() {
  while (!asked_.empty()) drop(asked_.begin()->first);
}

}  // namespace onceover::metrics

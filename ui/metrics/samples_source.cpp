#include "ui/metrics/samples_source.h"

#include <fmt/format.h>

#include <QMetaObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

const QString allowedChoice = QStringLiteral("samples");

}  // namespace

SamplesSource::SamplesSource(bridge::Session& session, workspace::Workspace& workspace,
                             Result<std::unique_ptr<workspace::SampleStore>> store, QObject* parent)
    : Source(parent), session_(session), workspace_(workspace) {
  connect(&session_, &bridge::Session::stateChanged, this, &Source::offerChanged);
  connect(&session_, &bridge::Session::profileChanged, this, &Source::offerChanged);
  if (!store) {
    problem_ = store.error();
    return;
  }
  store_ = *std::move(store);
  sampler_ = std::make_unique<Sampler>(session_, *store_);
  sampler_->setAllowed(isAllowed());
}

SamplesSource::~SamplesSource() = default;

bool SamplesSource::isAllowed() const { return workspace_.choice(allowedChoice, QStringLiteral("on")) == QLatin1String("on"); }

void SamplesSource::setAllowed(bool allowed) {
  (void)workspace_.setChoice(allowedChoice, allowed ? QStringLiteral("on") : QStringLiteral("off"));
  if (sampler_) sampler_->setAllowed(allowed);
  emit offerChanged();
}

Offer SamplesSource::offer() const {
  Offer out;
  out.metrics = sampledMetrics();
  if (problem_) {
    out.whyNot = widgets::sentences(*problem_);
  } else if (!sampler_->key()) {
    out.whyNot = tr("Not connected yet. Samples belong to a table.");
  }
  return out;
}

void SamplesSource::ask(int tag, const Request& request) {
  const quint64 number = ++number_;
  asked_[tag] = number;
  const auto later = [this, tag, number, request] {
    const auto latest = asked_.find(tag);
    if (latest == asked_.end() || latest->second != number) return;
    asked_.erase(latest);
    tell(tag, chart(request));
  };
  QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
}

void SamplesSource::cancel() { asked_.clear(); }

Result<Chart> SamplesSource::chart(const Request& request) const {
  if (problem_) return fail(*problem_);
  if (!sampler_->key()) {
    return fail(ErrorKind::invalid_input, "Not connected yet: samples belong to a table.", "", "Connect.");
  }
  if (request.by != By::nothing || !request.tenant.empty() || !request.operation.empty()) {
    return fail(ErrorKind::unsupported, "Samples cover a whole table, without tenant, operation or code.", "",
                "Choose all of them, or another source.");
  }
  if (auto steps = steps_of(request); !steps) return fail(steps.error());
  const workspace::SampleKey& key = *sampler_->key();
  const auto newest = store_->newest(key);
  if (!newest) return fail(newest.error());

  Chart out;
  out.origin = Origin::samples;
  out.from = request.from;
  // What the store has thinned since; it looks after it once an hour.
  const bool isThinned = *newest && request.from < **newest - store_->limits().fine;
  const Duration apart = isThinned ? Duration(std::chrono::minutes(1)) : Duration(std::max(Sampler::usually, sampler_->pause()));
  // The last one of a minute was taken up to a usual pause before the minute ended.
  const Duration oldest = isThinned ? apart + Duration(Sampler::usually) : apart;
  // Steps as short as the samples are apart would miss one now and then.
  out.step = request.step;
  if (out.step < 2 * apart) out.step *= (2 * apart.count() + out.step.count() - 1) / out.step.count();
  Request grown = request;
  grown.step = out.step;
  const auto steps = steps_of(grown);
  if (!steps) return fail(steps.error());
  out.steps = static_cast<std::size_t>(*steps);
  out.resolution = apart;
  out.as_of = *newest ? std::max(session_.estimatedNow(), **newest) : session_.estimatedNow();
  out.source = fmt::format("samples of {}, {} apart", widgets::shown(key.relation.toStdString()).toStdString(), human(apart));
  out.error = fmt::format("each value is up to {} old; where sampling ended within a step, as old as that", human(oldest));
  out.asked = "The samples that this console took of " + key.relation.toStdString() + ", kept on this desktop.";

  QStringList metrics;
  for (const std::string& name : request.metrics) {
    if (sampledMetrics().contains(QString::fromStdString(name))) {
      metrics.append(QString::fromStdString(name));
    } else {
      const Metric* metric = metric_named(name);
      out.warnings.push_back((metric == nullptr ? name : std::string(metric->label)) + ": is no level that is sampled.");
    }
  }
  if (metrics.isEmpty())
    return fail(ErrorKind::unsupported, "Samples contain only levels, and none of them was requested.", "", "Choose another source.");
  const auto lines = store_->lastOfSteps(key, metrics, out.from, out.step, *steps);
  if (!lines) return fail(lines.error());
  for (const QString& metric : metrics) {
    Line line;
    line.metric = metric.toStdString();
    line.values.assign(out.steps, std::numeric_limits<double>::quiet_NaN());
    std::size_t uncounted = 0;
    for (const workspace::SampledLine& sampled : *lines) {
      if (sampled.metric != metric || !sampled.group.isEmpty()) continue;
      for (const workspace::StepSample& sample : sampled.samples) {
        uncounted += sample.value ? 0 : 1;
        if (sample.value) line.values[static_cast<std::size_t>(sample.step)] = *sample.value;
      }
    }
    if (uncounted > 0) {
      out.warnings.push_back(
          fmt::format("{}: more than could be counted at {} steps: shown as gaps.", metric_named(line.metric)->label, uncounted));
    }
    out.lines.push_back(std::move(line));
  }
  out.gaps =
      unknown_steps(out, *newest ? "not sampled: this console was closed, not connected, at another table, or the server was slow to answer"
                                 : "never sampled");
  std::erase_if(out.gaps, [&](const Gap& gap) { return gap.from >= out.as_of; });
  if (!out.gaps.empty()) out.gaps.back().to = std::min(out.gaps.back().to, out.as_of);
  return out;
}

}  // namespace onceover::metrics

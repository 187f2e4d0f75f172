#include "ui/metrics/samples_source.h"

#include <fmt/format.h>

#include <QMetaObject>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using workspace::SampleKey;
using workspace::SampleValue;

// A look that takes long is not taken often: of a hundred seconds the server works five for it at most.
constexpr int restFactor = 20;
constexpr int longestRest = 30;  // times the usual pause

SampleValue level(const char* metric, std::optional<double> value) { return {QString::fromLatin1(metric), QString(), value}; }

// 0 where nobody waits; nothing where it is not known since when.
void addAge(QVector<SampleValue>& out, const char* metric, std::int64_t waiting, const std::optional<Timestamp>& since, Timestamp now) {
  if (waiting == 0) return out.append(level(metric, 0));
  if (since && since->is_finite()) out.append(level(metric, std::max(0.0, std::chrono::duration<double>(now - *since).count())));
}

std::optional<double> counted(std::int64_t n, bool isExact) { return isExact ? std::optional(static_cast<double>(n)) : std::nullopt; }

const QString allowedChoice = QStringLiteral("samples");

// Relays are of a database, whichever of its tables is read.
SampleKey ofRelays(SampleKey key) {
  key.relation = QStringLiteral("onceover.outbox");
  return key;
}

}  // namespace

QStringList sampledMetrics() {
  return {
      QStringLiteral("in_progress"),    QStringLiteral("oldest_in_progress_s"), QStringLiteral("stuck"),   QStringLiteral("oldest_stuck_s"),
      QStringLiteral("awaiting_human"), QStringLiteral("dead_letters"),         QStringLiteral("backlog"), QStringLiteral("lag_s")};
}

QVector<SampleValue> levelsOf(const browse::StateCounts& counts, const profile::Profile& profile) {
  QVector<SampleValue> out;
  const unfinished::Answer& u = counts.unfinished;
  const bool isExact = u.is_exact();
  out.append(level("in_progress", counted(u.in_progress, isExact)));
  if (isExact) addAge(out, "oldest_in_progress_s", u.in_progress, u.oldest_in_progress, counts.as_of);
  if (profile.lease.is_observable()) {
    out.append(level("stuck", counted(u.stuck, isExact)));
    if (isExact) addAge(out, "oldest_stuck_s", u.stuck, u.oldest_stuck, counts.as_of);
  }
  if (profile::is_own(profile))
    out.append(level("awaiting_human", counted(counts.needs_human, counts.needs_human_known.known == unfinished::Known::exact)));
  return out;
}

QVector<SampleValue> levelsOf(const browse::Backlog& backlog) {
  QVector<SampleValue> out;
  const auto isExact = [](const browse::Backlog::Part& part) { return part.n.exact && !part.estimated; };
  out.append(level("backlog", counted(backlog.unfinished.n.n, isExact(backlog.unfinished))));
  // The oldest is known, too, where there are too many to be counted.
  addAge(out, "lag_s", isExact(backlog.unfinished) ? backlog.unfinished.n.n : 1, backlog.unfinished.oldest, backlog.as_of);
  out.append(level("dead_letters", counted(backlog.dead.n.n, isExact(backlog.dead))));
  return out;
}

void SamplesSource::setEvery(std::chrono::milliseconds every) {
  every_ = every;
  follow();
}

// Connected, or another table: the first look is taken at once.
void SamplesSource::follow() {
  timer_.stop();
  pause_ = every_;
  if (problem_ || !session_.isReady()) return;
  const pg::ServerIdentity& identity = session_.facts().identity;
  const profile::Profile& profile = session_.profile();
  // Who may not read the identifier has the address alone to tell one server from another.
  const QString server = identity.system_identifier ? QString::fromStdString(*identity.system_identifier)
                                                    : session_.facts().host + ':' + session_.facts().port;
  key_ = workspace::SampleKey{server, static_cast<qint64>(identity.database_oid),
                              QString::fromStdString(profile.schema + '.' + profile.table)};
  if (isAllowed()) timer_.start(0);
}

void SamplesSource::look() {
  if (!isAllowed() || !session_.isReady() || !key_ || isLooking_) return;
  isLooking_ = true;
  begun_ = Steady::now();
  session_.read<Seen>(this, tr("Taking a sample"), read, [this, key = *key_](const Result<Seen>& seen) { took(key, seen); });
}

Result<SamplesSource::Seen> SamplesSource::read(bridge::Reader& reader) {
  const profile::Profile& profile = reader.profile();
  auto seen = profile.kind == profile::Kind::idempotency ? reader.browser().state_counts().map([&](const auto& counts) {
    return Seen{counts.as_of, levelsOf(counts, profile)};
  })
                                                         : reader.browser().backlog().map([](const auto& backlog) {
                                                             return Seen{backlog.as_of, levelsOf(backlog)};
                                                           });
  if (seen && !reader.isCancelled()) seen->relays = readRelays(reader.connection());
  return seen;
}

void SamplesSource::took(const workspace::SampleKey& key, const Result<Seen>& seen) {
  isLooking_ = false;
  if (seen) {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begun_);
    pause_ = std::clamp<std::chrono::milliseconds>(took * restFactor, every_, every_ * longestRest);
    const auto kept = store_->add(key, seen->at, seen->values);
    if (kept) tookRelays(key, *seen);
    kept ? emit sampled(seen->at) : emit notSampled(kept.error());
  } else if (!seen.error().is_cancelled()) {
    pause_ = std::min(every_ * longestRest, pause_ * 2);
    emit notSampled(seen.error());
  }
  if (isAllowed() && session_.isReady()) timer_.start(key_ == key ? pause_ : std::chrono::milliseconds(0));
}

void SamplesSource::tookRelays(const workspace::SampleKey& key, const Seen& seen) {
  if (!seen.relays.values.isEmpty()) (void)store_->add(ofRelays(key), seen.at, seen.relays.values);
  // Earlier samples are shown although there is no relay now.
  const auto newest = seen.relays.whyNot.isEmpty() ? std::nullopt : store_->newest(ofRelays(key)).value_or(std::nullopt);
  const QString whyNot = newest ? QString() : seen.relays.whyNot;
  if (key_ == key && std::exchange(relaysWhyNot_, whyNot) != whyNot) emit offerChanged();
}

SamplesSource::SamplesSource(bridge::Session& session, workspace::Workspace& workspace,
                             Result<std::unique_ptr<workspace::SampleStore>> store, QObject* parent)
    : Source(parent), session_(session), workspace_(workspace) {
  if (store) {
    store_ = *std::move(store);
  } else {
    problem_ = store.error();
  }
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &SamplesSource::look);
  const auto changed = [this] {
    relaysWhyNot_.clear();
    follow();
    emit offerChanged();
  };
  connect(&session_, &bridge::Session::stateChanged, this, changed);
  connect(&session_, &bridge::Session::profileChanged, this, changed);
  follow();
}

bool SamplesSource::isAllowed() const { return workspace_.choice(allowedChoice, QStringLiteral("on")) == QLatin1String("on"); }

void SamplesSource::setAllowed(bool allowed) {
  (void)workspace_.setChoice(allowedChoice, allowed ? QStringLiteral("on") : QStringLiteral("off"));
  follow();
  emit offerChanged();
}

Offer SamplesSource::offer() const {
  Offer out;
  out.metrics = sampledMetrics();
  for (const QString& metric : relayMetrics()) {
    if (relaysWhyNot_.isEmpty()) {
      out.metrics.append(metric);
    } else {
      out.whyNotOf.insert(metric, relaysWhyNot_);
    }
  }
  if (problem_) {
    out.whyNot = widgets::sentences(*problem_);
  } else if (!key_) {
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
  if (!key_) {
    return fail(ErrorKind::invalid_input, "Not connected yet: samples belong to a table.", "", "Connect.");
  }
  if (request.by != By::nothing || !request.tenant.empty() || !request.operation.empty()) {
    return fail(ErrorKind::unsupported, "Samples cover a whole table, without tenant, operation or code.", "",
                "Choose all of them, or another source.");
  }
  if (auto steps = steps_of(request); !steps) return fail(steps.error());
  QStringList metrics, ofRelay, relations, unknown;
  for (const std::string& name : request.metrics) {
    const QString metric = QString::fromStdString(name);
    (sampledMetrics().contains(metric) ? metrics : relayMetrics().contains(metric) ? ofRelay : unknown).append(metric);
  }
  if (metrics.isEmpty() && ofRelay.isEmpty())
    return fail(ErrorKind::unsupported, "Samples contain only levels, and none of them was requested.", "", "Choose another source.");
  std::optional<Timestamp> newest;
  for (const auto& [key, asked] : {std::pair(*key_, metrics), std::pair(ofRelays(*key_), ofRelay)}) {
    if (asked.isEmpty()) continue;
    const auto at = store_->newest(key);
    if (!at) return fail(at.error());
    if (*at && (!newest || *newest < **at)) newest = *at;
    if (!relations.contains(key.relation)) relations.append(key.relation);
  }
  const std::string tables = widgets::shown(relations.join(QStringLiteral(" and ")).toStdString()).toStdString();

  Chart out;
  out.origin = Origin::samples;
  out.from = request.from;
  // What the store has thinned since; it looks after it once an hour.
  const bool isThinned = newest && request.from < *newest - store_->limits().fine;
  const Duration apart = isThinned ? Duration(std::chrono::minutes(1)) : Duration(std::max(usually, pause_));
  // The last one of a minute was taken up to a usual pause before the minute ended.
  const Duration oldest = isThinned ? apart + Duration(usually) : apart;
  // Steps as short as the samples are apart would miss one now and then.
  out.step = request.step;
  if (out.step < 2 * apart) out.step *= (2 * apart.count() + out.step.count() - 1) / out.step.count();
  Request grown = request;
  grown.step = out.step;
  const auto steps = steps_of(grown);
  if (!steps) return fail(steps.error());
  out.steps = static_cast<std::size_t>(*steps);
  out.resolution = apart;
  out.as_of = newest ? std::max(session_.estimatedNow(), *newest) : session_.estimatedNow();
  out.source = fmt::format("samples of {}, {} apart", tables, human(apart));
  out.error = fmt::format("each value is up to {} old; where sampling ended within a step, as old as that", human(oldest));
  out.asked = "The samples that this console took of " + tables + ", kept on this desktop.";

  for (const QString& name : unknown) {
    const Metric* metric = metric_named(name.toStdString());
    out.warnings.push_back((metric == nullptr ? name.toStdString() : std::string(metric->label)) + ": is no level that is sampled.");
  }
  if (auto added = addLines(out, *key_, metrics); !added) return fail(added.error());
  if (auto added = addLines(out, ofRelays(*key_), ofRelay); !added) return fail(added.error());
  out.gaps =
      unknown_steps(out, newest ? "not sampled: this console was closed, not connected, at another table, or the server was slow to answer"
                                : "never sampled");
  std::erase_if(out.gaps, [&](const Gap& gap) { return gap.from >= out.as_of; });
  if (!out.gaps.empty()) out.gaps.back().to = std::min(out.gaps.back().to, out.as_of);
  return out;
}

Result<void> SamplesSource::addLines(Chart& chart, const workspace::SampleKey& key, const QStringList& metrics) const {
  if (metrics.isEmpty()) return {};
  const auto lines = store_->lastOfSteps(key, metrics, chart.from, chart.step, static_cast<qint64>(chart.steps));
  if (!lines) return fail(lines.error());
  for (const QString& metric : metrics) {
    Line line;
    line.metric = metric.toStdString();
    line.values.assign(chart.steps, std::numeric_limits<double>::quiet_NaN());
    std::size_t uncounted = 0;
    for (const workspace::SampledLine& sampled : *lines) {
      if (sampled.metric != metric || !sampled.group.isEmpty()) continue;
      for (const workspace::StepSample& sample : sampled.samples) {
        uncounted += sample.value ? 0 : 1;
        if (sample.value) line.values[static_cast<std::size_t>(sample.step)] = *sample.value;
      }
    }
    if (uncounted > 0) {
      chart.warnings.push_back(
          fmt::format("{}: more than could be counted at {} steps: shown as gaps.", metric_named(line.metric)->label, uncounted));
    }
    chart.lines.push_back(std::move(line));
  }
  return {};
}

}  // namespace onceover::metrics

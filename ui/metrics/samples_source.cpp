// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/samples_source.h"

#include <QMetaObject>

#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using workspace::SampleKey;
using workspace::SampleValue;

// A look that takes long is not taken often: of a hundred seconds the server works five for it at most.
constexpr int restFactor = 20;
constexpr int longestRest = 30;  // times the usual pause

const QString allowedChoice = QStringLiteral("samples");

// Relays are of a database, whichever of its tables is read.
SampleKey ofRelays(SampleKey key) {
  key.relation = widgets::text(samples::relays_relation);
  return key;
}

QStringList namesOf(const std::vector<std::string_view>& metrics) {
  QStringList out;
  for (const std::string_view metric : metrics) out.append(widgets::text(metric));
  return out;
}

}  // namespace

QVector<SampleValue> valuesOf(const std::vector<samples::Level>& levels) {
  QVector<SampleValue> out;
  for (const samples::Level& level : levels)
    out.append({QString::fromStdString(level.metric), QString(), level.value});
  return out;
}

QStringList sampledMetrics() { return namesOf(samples::table_metrics()); }
QStringList relayMetrics() { return namesOf(samples::relay_metrics()); }

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
  const tables::Profile& profile = session_.profile();
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
  session_.read<Reading>(this, tr("Taking a sample"), read,
                         [this, key = *key_](const Result<Reading>& seen) { took(key, seen); });
}

Result<SamplesSource::Reading> SamplesSource::read(bridge::Reader& reader) {
  auto seen = samples::read_levels(reader.browser(), reader.profile()).map([](const samples::Levels& levels) {
    return Reading{levels.at, valuesOf(levels.values)};
  });
  if (seen && !reader.isCancelled()) seen->relays = samples::read_relays(reader.connection());
  return seen;
}

void SamplesSource::took(const workspace::SampleKey& key, const Result<Reading>& seen) {
  if (seen) {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begun_);
    pause_ = std::clamp<std::chrono::milliseconds>(took * restFactor, every_, every_ * longestRest);
    return keep(key, *seen);
  }
  if (!seen.error().is_cancelled()) {
    pause_ = std::min(every_ * longestRest, pause_ * 2);
    emit notSampled(seen.error());
  }
  lookLater(key);
}

void SamplesSource::keep(const workspace::SampleKey& key, const Reading& seen) {
  // Why relays are not offered; empty: they are. Earlier samples are shown although there is no relay now.
  const auto job = [store = store_, key, seen] {
    return store->call([&](workspace::SampleStore& file) -> Result<QString> {
      if (auto kept = file.add(key, seen.at, seen.values); !kept) return fail(kept.error());
      if (!seen.relays.values.empty()) (void)file.add(ofRelays(key), seen.at, valuesOf(seen.relays.values));
      const auto newest =
          seen.relays.why_not.empty() ? std::nullopt : file.newest(ofRelays(key)).value_or(std::nullopt);
      return newest ? QString() : widgets::shown(seen.relays.why_not);
    });
  };
  bridge::inBackground<QString>(this, job, [this, key, at = seen.at](const Result<QString>& relaysWhyNot) {
    if (relaysWhyNot) noteRelays(key, *relaysWhyNot);
    relaysWhyNot ? emit sampled(at) : emit notSampled(relaysWhyNot.error());
    lookLater(key);
  });
}

void SamplesSource::noteRelays(const workspace::SampleKey& key, const QString& whyNot) {
  if (key_ == key && std::exchange(relaysWhyNot_, whyNot) != whyNot) emit offerChanged();
}

void SamplesSource::lookLater(const workspace::SampleKey& key) {
  isLooking_ = false;
  if (!problem_ && isAllowed() && session_.isReady())
    timer_.start(key_ == key ? pause_ : std::chrono::milliseconds(0));
}

SamplesSource::SamplesSource(bridge::Session& session, workspace::Workspace& workspace,
                             std::shared_ptr<Store> store, QObject* parent)
    : Source(parent), session_(session), workspace_(workspace), store_(std::move(store)) {
  bridge::inBackground<bool>(
      this, [store = store_] { return store->call([](workspace::SampleStore&) { return true; }); },
      [this](const Result<bool>& opened) {
        if (opened) return;
        problem_ = opened.error();
        timer_.stop();
        emit offerChanged();
      });
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

bool SamplesSource::isAllowed() const {
  return workspace_.choice(allowedChoice, QStringLiteral("on")) == QLatin1String("on");
}

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
  QPointer<QObject>& asker = askers_[tag];
  delete asker;  // an earlier question of this tag is not answered any more
  asker = new QObject(this);
  const auto answer = [this, tag, request](const Stored& stored) { draw(tag, request, stored); };
  if (problem_ || !key_ || !session_.isReady() || session_.facts().schema.fit == schema::Fit::missing) {
    QMetaObject::invokeMethod(
        asker, [answer] { answer({}); }, Qt::QueuedConnection);
    return;
  }
  session_.read<Stored>(
      asker, tr("Reading samples"),
      [request](bridge::Reader& reader) -> Result<Stored> { return readStored(reader, request); },
      [answer](const Result<Stored>& stored) { answer(stored.value_or(Stored{})); });
}

void SamplesSource::cancel() {
  for (const QPointer<QObject>& asker : std::as_const(askers_)) delete asker;
  askers_.clear();
}

SamplesSource::Stored SamplesSource::readStored(bridge::Reader& reader, const Request& request) {
  Stored out;
  std::vector<std::string> table, relays;
  for (const std::string& metric : request.metrics)
    (relayMetrics().contains(QString::fromStdString(metric)) ? relays : table).push_back(metric);
  const auto take = [&](samples::History& into, std::string_view relation,
                        const std::vector<std::string>& metrics) {
    if (metrics.empty() || !out.problem.isEmpty()) return;
    auto read = samples::read(reader.connection(), relation, metrics, request.from, request.to, request.step);
    if (read) {
      into = std::move(*read);
    } else if (!read.error().is_cancelled()) {
      out.problem = widgets::shown(read.error().what);
    }
  };
  take(out.table, samples::relation_of(reader.profile()), table);
  take(out.relays, samples::relays_relation, relays);
  return out;
}

void SamplesSource::draw(int tag, const Request& request, const Stored& stored) {
  if (problem_) return tell(tag, fail(*problem_));
  if (!key_)
    return tell(
        tag, fail(ErrorKind::invalid_input, "Not connected yet: samples belong to a table.", "", "Connect."));
  const auto job = [store = store_, stored,
                    asked = ChartQuestion{request, *key_, pause_, session_.estimatedNow()}] {
    return store->call([&](const workspace::SampleStore& file) { return chart(asked, stored, file); });
  };
  bridge::inBackground<Chart>(askers_[tag], job,
                              [this, tag](Result<Chart> drawn) { tell(tag, std::move(drawn)); });
}

Result<Chart> SamplesSource::chart(const ChartQuestion& asked, const Stored& stored,
                                   const workspace::SampleStore& file) {
  const Request& request = asked.request;
  if (request.by != By::nothing || !request.tenant.empty() || !request.operation.empty()) {
    return fail(ErrorKind::unsupported, "Samples cover a whole table, without tenant, operation or code.", "",
                "Choose all of them, or another source.");
  }
  if (auto steps = steps_of(request); !steps) return fail(steps.error());
  QStringList metrics, ofRelay, relations, unknown;
  for (const std::string& name : request.metrics) {
    const QString metric = QString::fromStdString(name);
    (sampledMetrics().contains(metric) ? metrics
     : relayMetrics().contains(metric) ? ofRelay
                                       : unknown)
        .append(metric);
  }
  if (metrics.isEmpty() && ofRelay.isEmpty())
    return fail(ErrorKind::unsupported, "Samples contain only levels, and none of them was requested.", "",
                "Choose another source.");
  std::optional<Timestamp> newest;
  for (const auto& [key, wanted] : {std::pair(asked.key, metrics), std::pair(ofRelays(asked.key), ofRelay)}) {
    if (wanted.isEmpty()) continue;
    const auto at = file.newest(key);
    if (!at) return fail(at.error());
    if (*at && (!newest || *newest < **at)) newest = *at;
    if (!relations.contains(key.relation)) relations.append(key.relation);
  }
  const auto newestStored = std::max(stored.table.newest, stored.relays.newest);
  const std::string tables =
      widgets::shown(relations.join(QStringLiteral(" and ")).toStdString()).toStdString();

  Chart out;
  out.origin = Origin::samples;
  out.from = request.from;
  // What the store has thinned since; it looks after it once an hour.
  const bool isThinned = newest && request.from < *newest - file.limits().fine;
  const Duration apart =
      isThinned ? Duration(std::chrono::minutes(1)) : Duration(std::max(usually, asked.pause));
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
  out.as_of = std::max(asked.now, std::max(newest, newestStored).value_or(Timestamp::minus_infinity()));
  out.source = fmt::format("samples of {}, {} apart", tables, human(apart));
  out.error = fmt::format("each value is up to {} old; where sampling ended within a step, as old as that",
                          human(oldest));
  out.asked = "The samples that this console took of " + tables + ", kept on this desktop.";

  for (const QString& name : unknown) {
    const Metric* metric = metric_named(name.toStdString());
    out.warnings.push_back((metric == nullptr ? name.toStdString() : std::string(metric->label)) +
                           ": is no level that is sampled.");
  }
  const auto isUsed = addLines(out, file, asked.key, metrics, stored.table);
  if (!isUsed) return fail(isUsed.error());
  const auto isUsedOfRelays = addLines(out, file, ofRelays(asked.key), ofRelay, stored.relays);
  if (!isUsedOfRelays) return fail(isUsedOfRelays.error());
  if (*isUsed || *isUsedOfRelays) {
    out.source += fmt::format(", and those in the store, {} apart", human(samples::apart));
    out.resolution = std::max(out.resolution, samples::apart);
    out.error = fmt::format("each value is up to {} old; where sampling ended within a step, as old as that",
                            human(std::max(oldest, samples::apart)));
    out.asked += "\nBeside them, those that a sweeper or a relay stored in onceover.samples.";
  }
  if (!stored.problem.isEmpty())
    out.warnings.push_back("Samples in the store could not be read: " + widgets::bytes(stored.problem));
  const bool areKept = stored.table.are_kept || stored.relays.are_kept;
  out.gaps = unknown_steps(
      out,
      newest || newestStored
          ? std::string(
                "not sampled: this console was closed, not connected, at another table, or the server was "
                "slow to answer") +
                (areKept ? "; and no sweeper was running" : "")
          : "never sampled");
  std::erase_if(out.gaps, [&](const Gap& gap) { return gap.from >= out.as_of; });
  if (!out.gaps.empty()) out.gaps.back().to = std::min(out.gaps.back().to, out.as_of);
  return out;
}

Result<bool> SamplesSource::addLines(Chart& chart, const workspace::SampleStore& file,
                                     const workspace::SampleKey& key, const QStringList& metrics,
                                     const samples::History& stored) {
  bool isUsed = false;
  if (metrics.isEmpty()) return isUsed;
  const auto lines = file.lastOfSteps(key, metrics, chart.from, chart.step, static_cast<qint64>(chart.steps));
  if (!lines) return fail(lines.error());
  for (const QString& metric : metrics) {
    Line line;
    line.metric = metric.toStdString();
    line.values.assign(chart.steps, std::numeric_limits<double>::quiet_NaN());
    std::size_t uncounted = 0;
    // The nearer sample first: this console's are closer together.
    if (const auto there = std::ranges::find(stored.lines, line.metric, &samples::Sampled::metric);
        there != stored.lines.end()) {
      line.values = samples::by_step(*there, chart.from, chart.step, chart.steps, chart.as_of, uncounted);
    }
    const std::vector<double> before = line.values;
    std::vector<bool> own(chart.steps, false);
    for (const workspace::SampledLine& sampled : *lines) {
      if (sampled.metric != metric || !sampled.group.isEmpty()) continue;
      for (const workspace::StepSample& sample : sampled.samples) {
        own[static_cast<std::size_t>(sample.step)] = true;
        line.values[static_cast<std::size_t>(sample.step)] = std::numeric_limits<double>::quiet_NaN();
        uncounted += sample.value ? 0 : 1;
        if (sample.value) line.values[static_cast<std::size_t>(sample.step)] = *sample.value;
      }
    }
    if (uncounted > 0)
      chart.warnings.push_back(samples::not_counted(metric_named(line.metric)->label, uncounted));
    for (std::size_t i = 0; i < chart.steps; ++i) isUsed = isUsed || (!own[i] && !std::isnan(before[i]));
    chart.lines.push_back(std::move(line));
  }
  return isUsed;
}

}  // namespace onceover::metrics

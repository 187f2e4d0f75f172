#include "ui/metrics/sampler.h"

#include <algorithm>

namespace onceover::metrics {
namespace {

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

Sampler::Sampler(bridge::Session& session, workspace::SampleStore& store, QObject* parent)
    : QObject(parent), session_(session), store_(store) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &Sampler::look);
  connect(&session_, &bridge::Session::stateChanged, this, &Sampler::follow);
  connect(&session_, &bridge::Session::profileChanged, this, &Sampler::follow);
  follow();
}

void Sampler::setAllowed(bool allowed) {
  isAllowed_ = allowed;
  follow();
}

void Sampler::setEvery(std::chrono::milliseconds every) {
  every_ = every;
  follow();
}

// Connected, or another table: the first look is taken at once.
void Sampler::follow() {
  timer_.stop();
  pause_ = every_;
  if (!session_.isReady()) return;
  const pg::ServerIdentity& identity = session_.facts().identity;
  const profile::Profile& profile = session_.profile();
  // Who may not read the identifier has the address alone to tell one server from another.
  const QString server = identity.system_identifier ? QString::fromStdString(*identity.system_identifier)
                                                    : session_.facts().host + ':' + session_.facts().port;
  key_ = workspace::SampleKey{server, static_cast<qint64>(identity.database_oid),
                              QString::fromStdString(profile.schema + '.' + profile.table)};
  if (isAllowed_) timer_.start(0);
}

void Sampler::look() {
  if (!isAllowed_ || !session_.isReady() || !key_ || isLooking_) return;
  isLooking_ = true;
  begun_ = Steady::now();
  session_.read<Seen>(this, tr("Taking a sample"), read, [this, key = *key_](const Result<Seen>& seen) { took(key, seen); });
}

Result<Sampler::Seen> Sampler::read(bridge::Reader& reader) {
  const profile::Profile& profile = reader.profile();
  if (profile.kind == profile::Kind::idempotency) {
    const auto counts = reader.browser().state_counts();
    if (!counts) return fail(counts.error());
    return Seen{counts->as_of, levelsOf(*counts, profile)};
  }
  const auto backlog = reader.browser().backlog();
  if (!backlog) return fail(backlog.error());
  return Seen{backlog->as_of, levelsOf(*backlog)};
}

void Sampler::took(const workspace::SampleKey& key, const Result<Seen>& seen) {
  isLooking_ = false;
  if (seen) {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begun_);
    pause_ = std::clamp<std::chrono::milliseconds>(took * restFactor, every_, every_ * longestRest);
    keep(key, *seen);
  } else if (!seen.error().is_cancelled()) {
    pause_ = std::min(every_ * longestRest, pause_ * 2);
    emit notSampled(seen.error());
  }
  if (isAllowed_ && session_.isReady()) timer_.start(key_ == key ? pause_ : std::chrono::milliseconds(0));
}

void Sampler::keep(const workspace::SampleKey& key, const Seen& seen) {
  if (auto kept = store_.add(key, seen.at, seen.values); !kept) return emit notSampled(kept.error());
  emit sampled(seen.at);
}

}  // namespace onceover::metrics

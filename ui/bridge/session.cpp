// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session.h"

#include "core/pg/sqlstate.h"

namespace onceover::bridge {
namespace {

// An act that comes later is hardly about the same incident.
constexpr std::chrono::hours incidentLasts(1);
// A server that restarts is back within seconds, and an operator waits for it: the pauses double up to half
// of the ten seconds in which the console is promised to be live again.
constexpr std::chrono::milliseconds firstPause(500), longestPause(4000);

// An idle thread ends at once; one that waits for a silent server is not waited for.
constexpr std::chrono::milliseconds farewell(100);

Error notConnected() {
  return {ErrorKind::connection, "There is no connection to the server.", "Nothing was sent.",
          "Connect again."};
}

Error notArmed() {
  return {ErrorKind::read_only, "This session is read-only: writes are not armed.", "Nothing was written.",
          "Arm writes, then do it again."};
}

Error whyClosed(const Outcome& outcome) {
  if (!outcome.error) return notConnected();
  if (!outcome.error->is_cancelled()) return *outcome.error;
  return {ErrorKind::connection,
          "The server did not react when a query was cancelled, so the connection was given up.",
          "The last request was not answered.", "Connect again."};
}

// What a write on a store came to after that store was left: for pages that show another store by now.
Outcome endedElsewhere(const Outcome& outcome, const std::string& store) {
  if (outcome.value == nullptr) return outcome;  // never begun
  Error error = outcome.error.value_or(Error{ErrorKind::in_doubt, {}, {}, {}, {}, {}});
  error.what = "A write on " + store + " ended after that store was left, " +
               (outcome.error ? "with an error: " + outcome.error->what : std::string("without an error."));
  error.not_done = "Nothing of it was written to the store that is shown now.";
  error.next = "Look at the audit trail of " + store + ".";
  return {std::move(error), nullptr};
}

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
  reconnectTimer_.setSingleShot(true);
  connect(&reconnectTimer_, &QTimer::timeout, this, &Session::tryAgain);
  disarmTimer_.setSingleShot(true);
  connect(&disarmTimer_, &QTimer::timeout, this, &Session::disarm);
}

Session::~Session() { stop(farewell); }

Worker::Setup Session::setup() const {
  Worker::Setup setup;
  setup.conninfo = connection_.conninfo.toStdString();
  setup.password = password_.toStdString();
  setup.passwordCommand = connection_.passwordCommand.toStdString();
  setup.gatewayConfig = connection_.gatewayConfig.toStdString();
  setup.keychain = keychain_;
  return setup;
}

void Session::connectTo(const ConnectionProfile& profile, const QString& password) {
  leaveWrites();
  dropWorkers();
  connection_ = profile;
  password_ = password;
  walk_.reset();
  incident_ = {};
  dropWhenArmed();
  const bool another = std::exchange(profile_, ownProfile()) != ownProfile();
  open();
  if (another) emit profileChanged();  // while it connects: nobody asks the connection that is gone
}

void Session::useProfile(std::shared_ptr<const tables::Profile> profile) {
  if (profile == profile_) return;
  profile_ = std::move(profile);
  walk_.reset();
  dropWhenArmed();
  for (const JobInfo& job : jobs()) {
    if (laneOf(job) == Lane::reading) cancel(job.id);
  }
  emit profileChanged();
}

void Session::retry() {
  if (state_ == SessionState::lost && wasReady_) {
    pause_ = firstPause;
    return tryAgain();
  }
  dropWorkers();
  open();
}

void Session::disconnectFromServer() {
  leaveWrites();
  dropWorkers();
  wasReady_ = false;
  password_.clear();
  lastError_ = {};
  setState(SessionState::disconnected);
}

void Session::open() {
  if (stopped_) return;
  lastError_ = {};
  facts_ = {};
  wasReady_ = false;
  openWorker(reading_, setup(), [this](const Result<ServerFacts>& facts) { opened(facts); });
  setState(SessionState::connecting);
}

void Session::opened(const Result<ServerFacts>& facts) {
  if (!facts) return lose(facts.error());
  facts_ = *facts;
  wasReady_ = true;
  setState(SessionState::ready);
}

void Session::lose(const Error& error) {
  dropWorkers();
  lastError_ = error;
  if (wasReady_) {
    pause_ = firstPause;
    giveUpOrWait(error);
  }
  setState(SessionState::lost);
}

void Session::giveUpOrWait(const Error& error) {
  reconnects_ = pg::passes_by_itself(error);
  if (reconnects_) reconnectTimer_.start(pause_);
  pause_ = std::min(pause_ * 2, longestPause);
}

Duration Session::reconnectsIn() const {
  return reconnectTimer_.isActive()
             ? std::chrono::duration_cast<Duration>(reconnectTimer_.remainingTimeAsDuration())
             : Duration(0);
}

// What is known of the store stays until another answer is there: pages go on showing it.
void Session::tryAgain() {
  if (stopped_ || state_ != SessionState::lost) return;
  reconnectTimer_.stop();
  reconnects_ = true;
  openWorker(reading_, setup(), [this](const Result<ServerFacts>& facts) { reopened(facts); });
  emit reconnectChanged();
}

void Session::reopened(const Result<ServerFacts>& facts) {
  const bool isSameStore = facts && facts->identity == facts_.identity;
  if (isSameStore) {
    reconnects_ = false;
    lastError_ = {};
    facts_ = *facts;
    return setState(SessionState::ready);
  }
  reading_.reset();
  lastError_ = facts ? Error{ErrorKind::unsupported, "This address now leads to another server or database.",
                             "Nothing was read from it.",
                             "Connect again on the page Connections, and check what is shown."}
                     : facts.error();
  giveUpOrWait(lastError_);
  emit reconnectChanged();
}

void Session::readFactsAgain(QObject* context, std::function<void()> done) {
  read<ServerFacts>(
      context, tr("Reading the server's facts"), [](Reader& reader) { return readFacts(reader); },
      [this, done = std::move(done)](const Result<ServerFacts>& facts) {
        if (facts && facts->identity == facts_.identity) {
          const QString gatewayProblem = facts_.gatewayProblem;  // of when the gateway was opened
          facts_ = *facts;
          facts_.gatewayProblem = gatewayProblem;
          emit factsChanged();
        }
        done();
      });
}

// A write that is under way ends later, on the store that is left now.
void Session::leaveWrites() {
  const QString store = tr("%1 at %2").arg(facts_.database, facts_.host);
  for (Entry& entry : jobs_) {
    if (entry.info.writes && entry.leftStore.isEmpty()) entry.leftStore = store;
  }
}

void Session::dropWorkers() {
  disarm();
  reconnectTimer_.stop();
  reconnects_ = false;
  for (std::unique_ptr<Worker>* worker : {&reading_, &aside_}) {
    if (const auto left = std::exchange(*worker, nullptr)) refuseAll(left->id(), notConnected());
  }
}

void Session::setState(SessionState state) {
  state_ = state;
  emit stateChanged(state);
}

Timestamp Session::estimatedNow() const {
  const auto local =
      std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch());
  return Timestamp{local.count()} + facts_.clockSkew.value_or(Duration(0));
}

void Session::arm(Duration duration) {
  if (armed_ || arming_) return;
  if (!isReady()) {
    dropWhenArmed();
    emit armFailed(notConnected());
    return;
  }
  if (facts_.isReadOnly) {
    dropWhenArmed();
    emit armFailed(Error{ErrorKind::read_only,
                         facts_.isStandby ? "This server is a standby." : "This server is read-only.",
                         "Writes were not armed.", "Connect to the primary."});
    return;
  }
  arming_ = true;
  Worker::Setup armed = setup();
  armed.only = facts_.identity;
  openWorker(writing_, std::move(armed),
             [this, duration](const Result<ServerFacts>& facts) { armOpened(duration, facts); });
}

void Session::armOpened(Duration duration, const Result<ServerFacts>& facts) {
  arming_ = false;
  if (!facts) {
    writing_.reset();
    dropWhenArmed();
    emit armFailed(facts.error());
    return;
  }
  armed_ = true;
  armedUntil_ = Steady::now() + duration;
  disarmTimer_.start(std::chrono::duration_cast<std::chrono::milliseconds>(duration));
  emit armedChanged(true);
  // Later: who hears of it first brings the pages up to date.
  QMetaObject::invokeMethod(this, &Session::goOnArmed, Qt::QueuedConnection);
}

void Session::whenArmed(QObject* context, std::function<void()> act) {
  whenArmed_ = {context, std::move(act)};
}

void Session::goOnArmed() {
  const Waiting waiting = std::exchange(whenArmed_, {});
  if (armed_ && waiting.context && waiting.act) waiting.act();
}

Session::Incident Session::incident() const {
  return Steady::now() < incidentUntil_ ? incident_ : Incident();
}

void Session::setIncident(const Incident& incident) {
  incident_ = incident;
  incidentUntil_ = Steady::now() + incidentLasts;
}

void Session::disarm() {
  arming_ = false;
  disarmTimer_.stop();
  if (writing_) {
    writing_->finishUp(notArmed());
    retiring_.push_back(std::move(writing_));
    QMetaObject::invokeMethod(this, &Session::dropRetired, Qt::QueuedConnection);
  }
  if (!std::exchange(armed_, false)) return;
  emit armedChanged(false);
}

// A worker that has nothing left to finish is let go.
void Session::dropRetired() {
  std::erase_if(retiring_, [this](const auto& worker) {
    return std::none_of(jobs_.cbegin(), jobs_.cend(),
                        [&worker](const Entry& entry) { return entry.worker == worker->id(); });
  });
}

Duration Session::armedFor() const {
  if (!armed_) return Duration(0);
  return std::max(Duration(0), std::chrono::duration_cast<Duration>(armedUntil_ - Steady::now()));
}

Session::Lane Session::laneOf(const JobInfo& job) {
  return job.writes ? Lane::writing : job.background ? Lane::background : Lane::reading;
}

bool Session::isBusy() const {
  return std::any_of(jobs_.cbegin(), jobs_.cend(), [](const Entry& entry) { return !entry.info.background; });
}

bool Session::isBusyFor(const QObject* owner) const {
  return std::any_of(jobs_.cbegin(), jobs_.cend(), [owner](const Entry& entry) {
    if (entry.info.background) return false;
    const QObject* one = entry.context;
    while (one != nullptr && one != owner) one = one->parent();
    return one != nullptr;
  });
}

void Session::openAside() {
  openWorker(aside_, setup(), [this](const Result<ServerFacts>& facts) {
    if (facts) return;
    const auto left = std::exchange(aside_, nullptr);
    refuseAll(left->id(), facts.error());
  });
}

void Session::openWorker(std::unique_ptr<Worker>& place, Worker::Setup setup,
                         std::function<void(const Result<ServerFacts>&)> opened) {
  const WorkerId id = ++lastWorker_;
  const auto ifCurrent = [id, &place, opened = std::move(opened)](const Result<ServerFacts>& facts) {
    if (is(place, id)) opened(facts);
  };
  place = std::make_unique<Worker>(
      this, id, std::move(setup),
      Worker::Reports{
          .opened = ifCurrent,
          .finished = [this, id](JobId job, const Outcome& outcome,
                                 bool isOpen) { finished(id, job, outcome, isOpen); },
          .progressed = [this](JobId job, qint64 done, qint64 total) { progressed(job, done, total); },
          .dropped =
              [this, id](const Error& error) {
                finished(id, 0, {error, nullptr}, false);
              }});
}

JobId Session::submit(Lane lane, QObject* context, const QString& channel, Work work, Delivery deliver) {
  const bool writes = lane == Lane::writing;
  if (!writes) supersede(lane, context, channel);
  const JobId id = ++lastJob_;
  Entry entry;
  entry.info = {id, channel, writes, lane == Lane::background, Steady::now(), 0, 0};
  const JobInfo* before =
      delivering_ != nullptr && delivering_->contextKey == context ? &delivering_->info : nullptr;
  if (before != nullptr && before->writes && writes && before->channel == channel) {
    entry.info.since = before->since;
    entry.info.done = before->done;
    entry.info.total = before->total;
  }
  entry.context = context;
  entry.contextKey = context;
  entry.deliver = std::move(deliver);
  watchContext(context);
  const bool possible = !stopped_ && (writes ? armed_ : isReady());
  if (possible && lane == Lane::background && !aside_) openAside();
  Worker* worker = !possible                  ? nullptr
                   : writes                   ? writing_.get()
                   : lane == Lane::background ? aside_.get()
                                              : reading_.get();
  if (worker != nullptr) entry.worker = worker->id();
  jobs_.insert(id, std::move(entry));
  if (worker != nullptr) {
    worker->submit(
        id, [profile = profile_, walk = walk_, limits = limits_, work = std::move(work)](Reader& reader) {
          reader.use(profile, walk, limits);
          return work(reader);
        });
  } else {
    refuse(id, writes ? notArmed() : notConnected());
  }
  noteBusy();
  return id;
}

void Session::supersede(Lane lane, QObject* context, const QString& channel) {
  for (const JobInfo& job : jobs()) {
    if (laneOf(job) != lane || jobs_[job.id].contextKey != context || job.channel != channel) continue;
    jobs_.remove(job.id);
    cancelIn(lane, job.id);
  }
}

void Session::cancelIn(Lane lane, JobId job) {
  if (lane == Lane::background && aside_) aside_->cancel(job);
  if (lane == Lane::reading && reading_) reading_->cancel(job);
  if (lane != Lane::writing) return;
  if (writing_) writing_->cancel(job);
  for (const auto& worker : retiring_) worker->cancel(job);
}

void Session::watchContext(QObject* context) {
  if (context == nullptr || watched_.contains(context)) return;
  watched_.insert(context);
  connect(context, &QObject::destroyed, this, &Session::forgetContext);
}

// A write that was given is carried out, though nobody hears of it here; the audit trail does.
void Session::forgetContext(QObject* context) {
  watched_.remove(context);
  bool isLess = false;
  for (const JobInfo& job : jobs()) {
    if (jobs_[job.id].contextKey != context || job.writes) continue;
    jobs_.remove(job.id);
    cancelIn(laneOf(job), job.id);
    isLess = true;
  }
  // Later: what is being destroyed may listen to us, and is no more than a QObject by now.
  if (isLess) QMetaObject::invokeMethod(this, &Session::noteBusy, Qt::QueuedConnection);
}

void Session::cancel(JobId job) {
  const auto entry = jobs_.constFind(job);
  if (entry != jobs_.cend()) cancelIn(laneOf(entry->info), job);
}

void Session::cancelAll() {
  for (const JobId id : jobs_.keys()) cancel(id);
}

QList<JobInfo> Session::jobs() const {
  QList<JobInfo> list;
  for (const Entry& entry : jobs_) list.append(entry.info);
  std::sort(list.begin(), list.end(), [](const JobInfo& a, const JobInfo& b) { return a.id < b.id; });
  return list;
}

// Each end is that of the worker which reports it, and of no other one.
void Session::finished(WorkerId worker, JobId job, const Outcome& outcome, bool connectionOpen) {
  if (is(reading_, worker)) return finishedReading(job, outcome, connectionOpen);
  if (is(aside_, worker)) return finishedAside(job, outcome, connectionOpen);
  finishedWriting(worker, job, outcome, connectionOpen);
}

void Session::finishedReading(JobId job, const Outcome& outcome, bool connectionOpen) {
  if (!connectionOpen) {
    const auto entry = jobs_.find(job);
    Delivery last = entry != jobs_.end() && entry->context ? entry->deliver : Delivery();
    jobs_.remove(job);
    const QPointer<Session> self(this);
    lose(whyClosed(outcome));
    if (self && last) last(outcome);
    if (self) noteBusy();
    return;
  }
  deliver(job, outcome);
}

// Of the armed worker, or of a retired one that had a write under way.
void Session::finishedWriting(WorkerId worker, JobId job, const Outcome& outcome, bool connectionOpen) {
  if (!connectionOpen) refuseAll(worker, notArmed(), job);
  if (!connectionOpen && is(writing_, worker)) {
    writing_.reset();
    disarm();
  }
  const QPointer<Session> self(this);
  deliver(job, outcome);
  if (!self) return;
  dropRetired();
  // A plan gives its next slice as the one before ends.
  if (std::ranges::none_of(jobs_, [](const Entry& entry) { return entry.info.writes; })) emit wrote();
}

// Its connection is closed behind the last of its jobs. What became of them says nothing about the connection
// that pages read.
void Session::finishedAside(JobId job, const Outcome& outcome, bool connectionOpen) {
  const QPointer<Session> self(this);
  if (!connectionOpen) {
    const auto left = std::exchange(aside_, nullptr);
    refuseAll(left->id(), whyClosed(outcome), job);
  }
  deliver(job, outcome);
  if (!self) return;
  const bool hasMore =
      std::any_of(jobs_.cbegin(), jobs_.cend(), [](const Entry& entry) { return entry.info.background; });
  if (!hasMore) aside_.reset();
}

void Session::deliver(JobId job, const Outcome& outcome) {
  const auto found = jobs_.find(job);
  if (found == jobs_.end()) return;
  const Entry entry = std::move(*found);
  jobs_.erase(found);
  const QPointer<Session> self(this);
  if (entry.context) {
    const Entry* outer = std::exchange(delivering_, &entry);
    entry.deliver(entry.leftStore.isEmpty() ? outcome
                                            : endedElsewhere(outcome, entry.leftStore.toStdString()));
    if (self) delivering_ = outer;
  }
  if (self) noteBusy();
}

void Session::refuse(JobId job, const Error& error) {
  QMetaObject::invokeMethod(
      this,
      [this, job, error] {
        deliver(job, {error, nullptr});
      },
      Qt::QueuedConnection);
}

void Session::refuseAll(WorkerId worker, const Error& error, JobId except) {
  for (const JobInfo& job : jobs()) {
    if (jobs_[job.id].worker == worker && job.id != except) refuse(job.id, error);
  }
}

void Session::progressed(JobId job, qint64 done, qint64 total) {
  const auto entry = jobs_.find(job);
  if (entry == jobs_.end()) return;
  entry->info.done = done;
  entry->info.total = total;
  emit jobsChanged();
}

void Session::noteBusy() {
  emit jobsChanged();
  if (const bool busy = isBusy(); std::exchange(busy_, busy) != busy) emit busyChanged(busy_);
}

bool Session::stop(std::chrono::milliseconds atMost) {
  stopped_ = true;
  reconnectTimer_.stop();
  disarmTimer_.stop();
  const Deadline until = Steady::now() + atMost;
  std::vector<Worker*> workers;
  for (const auto& worker : retiring_) workers.push_back(worker.get());
  for (Worker* worker : {reading_.get(), writing_.get(), aside_.get()}) {
    if (worker != nullptr) workers.push_back(worker);
  }
  for (Worker* worker : workers) worker->beginStop();
  bool ended = true;
  for (Worker* worker : workers) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Steady::now());
    ended = worker->waitStopped(std::max(left, std::chrono::milliseconds(0))) && ended;
  }
  return ended;
}

}  // namespace onceover::bridge

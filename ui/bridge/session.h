// SPDX-License-Identifier: GPL-3.0-or-later
// A session with one store. Owns the threads that talk to it: one worker with the reading connection, while
// writes are armed a second one with a connection of its own, and a third while work runs in the background.
// Jobs go in, values come out by a call on the UI thread; nothing is shared.
//
// Threads: everything here is for the UI thread. Nothing here ever waits for the server, destruction
// included.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QString>
#include <QTimer>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/sight.h"
#include "core/gateway/config.h"
#include "core/gateway/evidence.h"
#include "core/pg/server_identity.h"
#include "core/schema/schema.h"
#include "ui/bridge/connection_profile.h"
#include "ui/bridge/reader.h"

// One thread with one connection, made and used on that thread only. Used by Session; pages know only
// Session.

namespace onceover::bridge {

struct ServerFacts;
using JobId = quint64;
using WorkerId = quint64;

// How a job ended: its value (a Result<T>, erased), or the error without which it was never run.
struct Outcome {
  std::optional<Error> error;
  std::shared_ptr<void> value;
};
using Work = std::function<Outcome(Reader&)>;
using Delivery = std::function<void(const Outcome&)>;

class Worker {
 public:
  struct Setup {
    std::string conninfo, password;  // no password: libpq's own sources
    std::string passwordCommand;     // empty: none
    std::string gatewayConfig;       // empty: none
    gateway::Keychain keychain;      // for the gateway's credential; called on the worker's thread
    // of the database; another one at the same address is refused, and never written
    std::optional<pg::ServerIdentity> only;
  };
  // Called on the thread of `target`. Their owner binds the worker's id into them: several workers may report
  // at once, and one that was left long ago reports its end, too.
  struct Reports {
    std::function<void(Result<ServerFacts>)> opened;
    std::function<void(JobId, Outcome, bool connectionOpen)> finished;
    std::function<void(JobId, std::int64_t, std::int64_t)> progressed;
    // the connection was found lost while nothing ran; the thread has ended
    std::function<void(const Error&)> dropped;
  };

  // Starts connecting at once. No report comes after this object is gone.
  Worker(QObject* target, WorkerId id, Setup setup, Reports reports);
  // cancels and lets go without waiting: the thread ends by itself and touches nothing of ours any more
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  WorkerId id() const { return id_; }
  void submit(JobId id, Work work);
  // Queued: it is finished with ErrorKind::cancelled. Running: its statement is cancelled. Unknown: nothing.
  void cancel(JobId id);
  // What runs is finished, what is queued is finished as `refused`; then the connection is closed.
  void finishUp(const Error& refused);
  // Cancels everything and sees to it that no report comes any more. Does not wait.
  void beginStop();
  // True where the thread ended within the time.
  bool waitStopped(std::chrono::milliseconds atMost);

 private:
  struct State;
  static void run(const std::shared_ptr<State>& state);
  static void serve(const std::shared_ptr<State>& state);
  const WorkerId id_;
  std::shared_ptr<State> state_;
};

}  // namespace onceover::bridge

namespace onceover::bridge {

enum class SessionState { disconnected, connecting, ready, lost };

// What the server said about itself when the session connected.
struct ServerFacts {
  QString host, port, database, user, version;
  bool isStandby = false;
  bool isReadOnly = false;  // standby, or default_transaction_read_only
  bool isEncrypted = false;
  bool isLocal = false;    // unix socket or loopback: no encryption is expected
  QString sslmodeWarning;  // the sslmode does not prove who the server is; empty: it does, or it is local
  schema::Status schema;
  QString schemaSentence;
  pg::ServerIdentity identity;
  std::optional<Duration> clockSkew;  // server's clock − this machine's; none where it could not be measured
  QString gatewayProblem;  // why the configured gateway cannot be asked; empty: it can, or none is configured
  bool hasGateway = false;
  // onceover.inbox and onceover.outbox, in this order, without payloads where this user may not read them;
  // empty: there are none.
  std::vector<std::shared_ptr<const tables::Profile>> eventTables;

  std::vector<browse::HiddenTable> hiddenTables;
  // Why rows of one of these may be hidden, and the remedy; empty: they are not.
  QString whyHidden(const QStringList& tables) const;

  bool canSettle() const { return schema.fit == schema::Fit::current && !isReadOnly; }
};

// What runs, for a progress strip.
struct JobInfo {
  JobId id = 0;
  QString channel;  // as given to read() or write(): words a person understands
  bool writes = false, background = false;
  Steady::time_point since;
  qint64 done = 0, total = 0;  // total 0: unknown
};

class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(QObject* parent = nullptr);
  // cancels what runs and lets go of it; returns at once even where the server is silent
  ~Session() override;

  // Where gateways find credentials that stand in a keychain; none unless told. From the next connection on.
  // Called on workers' threads.
  void setKeychain(gateway::Keychain keychain) { keychain_ = std::move(keychain); }
  const gateway::Keychain& keychain() const { return keychain_; }

  // Connects anew; what is read is cancelled. A write under way is finished on the store that is left: its
  // end comes as an error that names that store, whatever it was. password: kept in memory for retry() and
  // arm(), never stored.
  void connectTo(const ConnectionProfile& profile, const QString& password = {});
  // The same connection again, now, after it was lost or refused.
  void retry();
  void disconnectFromServer();

  SessionState state() const { return state_; }
  bool isReady() const { return state_ == SessionState::ready; }
  // A connection that was ready and is lost is made again by itself, with growing pauses, as long as waiting
  // can help. Until it is there the state stays `lost`, and facts() are those of the lost connection.
  bool reconnects() const { return reconnects_; }
  // This connection was ready once, so that there is something to show of it, and facts() are there.
  bool wasReady() const { return wasReady_; }
  // Of one that is made again: until the next attempt; zero: it is under way.
  Duration reconnectsIn() const;
  // Why the session is lost, or why it could not connect; kind internal and no words where nothing is wrong.
  const Error& lastError() const { return lastError_; }
  const ConnectionProfile& connection() const { return connection_; }
  const ServerFacts& facts() const { return facts_; }
  // Reads them again, and calls `done` once they are known or could not be read; factsChanged comes before
  // it.
  void readFactsAgain(QObject* context, std::function<void()> done);
  // The database's clock as far as this machine can tell: its own clock plus the measured skew. For ages on
  // the screen alone.
  Timestamp estimatedNow() const;

  // The table that jobs given from now on read and write: our own until another is chosen. What runs for the
  // one before is cancelled. Kept over a lost connection, given up by connectTo().
  void useProfile(std::shared_ptr<const tables::Profile> profile);
  const tables::Profile& profile() const { return *profile_; }
  const std::shared_ptr<const tables::Profile>& sharedProfile() const { return profile_; }
  // Every table that is described, in files or over a connection, of whatever database; asked for each job,
  // on the UI thread.
  void setDescribed(std::function<DescribedTables()> described) { described_ = std::move(described); }
  DescribedTables described() const { return described_ ? described_() : DescribedTables(); }
  // How long reading may take, and what counts as large: for the jobs given from now on. The defaults are for
  // people.
  void setLimits(const browse::Limits& limits) { limits_ = limits; }
  // What a walk found of that table, for the jobs given from now on; null: nothing. Another table has none
  // until it is given.
  void useWalk(std::shared_ptr<const browse::Walk> walk) { walk_ = std::move(walk); }

  // Opens the writing connection, to the very database that is being read: each of its writing transactions
  // checks that. armedChanged(true), or armFailed. It disarms itself after `duration`; a write under way is
  // finished first.
  void arm(Duration duration);
  void disarm();
  bool isArmed() const { return armed_; }
  bool isArming() const { return arming_; }
  Duration armedFor() const;  // what is left of it
  // What a person began that waits for armed writes: it is run once they are armed, unless `context` is gone.
  // A later one takes its place. Dropped where arming fails, by dropWhenArmed(), and where another table is
  // chosen.
  void whenArmed(QObject* context, std::function<void()> act);
  void dropWhenArmed() { whenArmed_ = {}; }

  // Why a person acts, carried from one act to the next within an incident: until another connection is made,
  // or for an hour after the last use. The reason is that of `act`, a verb on a table; the ticket is of any.
  struct Incident {
    QString reason, ticket, act;
  };
  Incident incident() const;
  void setIncident(const Incident& incident);

  // Runs `job` on the reading worker and `done` on the UI thread, later, never within this call.
  // `done` is not called where `context` is gone or a newer job of the same (context, channel) was given: the
  // latest wins, and the superseded one is cancelled. It is called with ErrorKind::cancelled after cancel().
  // channel is shown to people: "Counting keys". T is named by the caller: read<browse::Page>(this, …).
  // Values are captured by copy.
  template <class T>
  JobId read(QObject* context, const QString& channel, std::function<Result<T>(Reader&)> job,
             std::function<void(Result<T>)> done) {
    return submit(Lane::reading, context, channel, erased<T>(std::move(job)), delivery<T>(std::move(done)));
  }
  // As read, for what takes minutes: on a connection of its own, opened for it and closed behind it, so that
  // pages go on being read meanwhile. It neither counts as busy nor ends where another table is chosen; the
  // table is the one that was read when it was given.
  template <class T>
  JobId background(QObject* context, const QString& channel, std::function<Result<T>(Reader&)> job,
                   std::function<void(Result<T>)> done) {
    return submit(Lane::background, context, channel, erased<T>(std::move(job)),
                  delivery<T>(std::move(done)));
  }
  // As read, on the armed connection. Where the session is not armed `done` gets ErrorKind::read_only. Writes
  // are never superseded: each one given is run, in order. One that is given while the answer to the one
  // before of the same (context, channel) is delivered goes on where that one was: shown as one piece of
  // work.
  template <class T>
  JobId write(QObject* context, const QString& channel, std::function<Result<T>(Reader&)> job,
              std::function<void(Result<T>)> done) {
    return submit(Lane::writing, context, channel, erased<T>(std::move(job)), delivery<T>(std::move(done)));
  }

  void cancel(JobId job);
  void cancelAll();
  // With what pages wait for; work in the background is not.
  bool isBusy() const;
  // Whether a job of that object, or of one below it, is not answered yet; work in the background is not
  // counted.
  bool isBusyFor(const QObject* owner) const;
  QList<JobInfo> jobs() const;  // oldest first

  // Ends the workers: true where they ended within the time, false where they were let go. Every later job is
  // refused.
  bool stop(std::chrono::milliseconds atMost);

 signals:
  void stateChanged(onceover::bridge::SessionState state);
  void reconnectChanged();  // an attempt began, failed, or is no longer made
  void factsChanged();      // by readFactsAgain()
  void profileChanged();
  void busyChanged(bool busy);
  void jobsChanged();  // one began, ended or made progress
  void wrote();        // a job that writes ended, in whatever way, and no other waits
  void armedChanged(bool armed);
  void armFailed(const onceover::Error& error);

 private:
  enum class Lane { reading, writing, background };
  static Lane laneOf(const JobInfo& job);
  struct Entry {
    JobInfo info;
    WorkerId worker = 0;  // that has it; 0: none has
    QString leftStore;    // of a write that was under way when its store was left: that store's name
    QPointer<QObject> context;
    QObject* contextKey = nullptr;
    Delivery deliver;
  };

  template <class T>
  static Work erased(std::function<Result<T>(Reader&)> job) {
    return [job = std::move(job)](Reader& reader) -> Outcome {
      auto result = std::make_shared<Result<T>>(job(reader));
      if (!*result) *result = fail(reader.explained(result->error()));
      return {*result ? std::nullopt : std::optional<Error>(result->error()), std::move(result)};
    };
  }
  template <class T>
  static Delivery delivery(std::function<void(Result<T>)> done) {
    return [done = std::move(done)](const Outcome& outcome) {
      if (outcome.value) return done(std::move(*std::static_pointer_cast<Result<T>>(outcome.value)));
      done(fail(outcome.error.value_or(Error{})));
    };
  }

  JobId submit(Lane lane, QObject* context, const QString& channel, Work work, Delivery deliver);
  void supersede(Lane lane, QObject* context, const QString& channel);
  void cancelIn(Lane lane, JobId job);
  void watchContext(QObject* context);
  void forgetContext(QObject* context);
  static bool is(const std::unique_ptr<Worker>& worker, WorkerId id) { return worker && worker->id() == id; }
  void finished(WorkerId worker, JobId job, const Outcome& outcome, bool connectionOpen);
  void finishedReading(JobId job, const Outcome& outcome, bool connectionOpen);
  void finishedWriting(WorkerId worker, JobId job, const Outcome& outcome, bool connectionOpen);
  void finishedAside(JobId job, const Outcome& outcome, bool connectionOpen);
  void openAside();
  void deliver(JobId job, const Outcome& outcome);
  void dropRetired();
  void progressed(JobId job, qint64 done, qint64 total);
  void opened(const Result<ServerFacts>& facts);
  void armOpened(Duration duration, const Result<ServerFacts>& facts);
  void lose(const Error& error);
  void tryAgain();
  void reopened(const Result<ServerFacts>& facts);
  void giveUpOrWait(const Error& error);
  void setState(SessionState state);
  void noteBusy();
  void open();
  void dropWorkers();
  void leaveWrites();
  Worker::Setup setup() const;
  // opened: where it is still the worker that `place` holds.
  void openWorker(std::unique_ptr<Worker>& place, Worker::Setup setup,
                  std::function<void(const Result<ServerFacts>&)> opened);
  void refuse(JobId job, const Error& error);
  // The jobs that this worker has.
  void refuseAll(WorkerId worker, const Error& error, JobId except = 0);

  ConnectionProfile connection_;
  std::shared_ptr<const tables::Profile> profile_ = ownProfile();
  std::function<DescribedTables()> described_;
  std::shared_ptr<const browse::Walk> walk_;
  browse::Limits limits_;
  QString password_;
  gateway::Keychain keychain_;
  SessionState state_ = SessionState::disconnected;
  Error lastError_;
  ServerFacts facts_;
  std::unique_ptr<Worker> reading_, writing_, aside_;
  std::vector<std::unique_ptr<Worker>> retiring_;  // disarmed, with a write still under way
  QHash<JobId, Entry> jobs_;
  const Entry* delivering_ = nullptr;
  QSet<QObject*> watched_;
  JobId lastJob_ = 0;
  WorkerId lastWorker_ = 0;
  bool busy_ = false;
  bool armed_ = false, arming_ = false, stopped_ = false;
  struct Waiting {
    QPointer<QObject> context;
    std::function<void()> act;
  };
  void goOnArmed();
  Waiting whenArmed_;
  Incident incident_;
  Deadline incidentUntil_{};
  bool wasReady_ = false;  // this connection, once
  bool reconnects_ = false;
  std::chrono::milliseconds pause_{0};
  QTimer reconnectTimer_;
  Deadline armedUntil_{};
  QTimer disarmTimer_;
};

}  // namespace onceover::bridge

Q_DECLARE_METATYPE(onceover::bridge::SessionState)

// What the server says about itself, read on the worker after connecting. Inside the room only.

namespace onceover::bridge {

Result<ServerFacts> readFacts(Reader& reader);

}  // namespace onceover::bridge

// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/jobs.h"

#include "core/audit/verify.h"
#include "core/samples/samples.h"

namespace onceover::oncectl {
namespace {

// What is written between two seals could be cut off unseen; a seal reads every link of the trail.
constexpr Duration seal_every = std::chrono::hours(1);

Duration since(Steady::time_point from) { return std::chrono::duration_cast<Duration>(Steady::now() - from); }

// Whether a chore is due, which is then done now.
bool is_due(Steady::time_point& done_at, Duration every) {
  const auto now = Steady::now();
  if (done_at != Steady::time_point{} && now - done_at < every) return false;
  done_at = now;
  return true;
}

// Says once that the switch was thrown, not at every run.
void log_switch(const LogSink& log, bool& before, bool now) {
  if (before != now)
    log({LogLevel::warning,
         now ? "The store's stop switch is on: waiting." : "The store's stop switch is off again.",
         {}});
  before = now;
}

// Of the relays of a database; none: it has no relay.
Result<std::optional<samples::Levels>> relay_levels(pg::Connection& connection) {
  samples::RelayLevels relays = samples::read_relays(connection);
  if (relays.values.empty()) return std::nullopt;
  return pg::server_time(connection).map([&](Timestamp now) {
    return std::optional(samples::Levels{now, std::move(relays.values)});
  });
}

// Asks through another, and counts.
class CountedGateway final : public gateway::Gateway {
 public:
  // Both must outlive it.
  CountedGateway(gateway::Gateway& gateway, Shared<SweepFacts>& facts) : gateway_(gateway), facts_(facts) {}
  const gateway::Declaration* declaration(const std::string& operation) const override {
    return gateway_.declaration(operation);
  }
  std::string effect(const std::string& operation) const override { return gateway_.effect(operation); }
  std::vector<std::string> effects(const std::string& operation) const override {
    return gateway_.effects(operation);
  }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions,
                                     Deadline deadline) override {
    auto answers = gateway_.ask(questions, deadline);
    for (const gateway::Evidence& answer : answers) count(answer);
    return answers;
  }
  gateway::Evidence cancel(const gateway::Question& question, Deadline deadline) override {
    auto answer = gateway_.cancel(question, deadline);
    count(answer);
    return answer;
  }

 private:
  void count(const gateway::Evidence& answer) {
    if (!answer.was_asked) return;
    facts_.change([&](SweepFacts& facts) {
      ++facts.answers[answer.finding];
      facts.question.add(answer.took);
    });
  }
  gateway::Gateway& gateway_;
  Shared<SweepFacts>& facts_;
};

class SweepJob final : public FactsJob<SweepFacts> {
 public:
  SweepJob(const SweepEntry& entry, int number, Until until, Shared<SweepFacts>& facts,
           metrics::Counters& counters, LogSink log, gateway::Keychain keychain)
      : FactsJob(facts, std::move(log), until),
        entry_(entry),
        number_(number),
        does_chores_(number == 0 && is_followed_),
        counters_(counters),
        keychain_(std::move(keychain)),
        levels_(samples::relation_of(*entry.profile), log_),
        relay_levels_(std::string(samples::relays_relation), log_) {}

  Result<Duration> run(WorkLoop& loop, const std::function<bool()>& should_continue) override {
    if (auto prepared = prepare(loop); !prepared) return fail(prepared.error());
    sweeper::SweepCounts reported;
    const auto publish = [&](const sweeper::SweepCounts& so_far) {
      facts_.change([&](SweepFacts& facts) {
        facts.sum += so_far.since(reported);
        facts.workers[number_] = sweeping_->condition();
        facts.alive_at = Steady::now();
      });
      reported = so_far;
    };
    sweeping_->on_progress(publish);
    const auto from = Steady::now();
    auto counts = sweeping_->run_once(should_continue);
    sweeping_->on_progress({});
    if (!counts) return fail(counts.error());
    publish(*counts);
    facts_.change([&](SweepFacts& facts) { facts.run_ended(counts->stopped, since(from)); });
    if (does_chores_) {
      log_switch(log_, was_stopped_, counts->stopped);
      if (is_due(backlog_at_, backlog_every)) look_at_backlog();
      sample();
      if (!counts->stopped && is_due(sealed_at_, seal_every)) seal_trail();
    }
    return counts->owned > 0 ? Duration{0} : entry_.config.every;
  }

 private:
  // What is there already stays: after a lost connection the sweeper goes on where it was.
  Result<void> prepare(WorkLoop& loop) {
    if (!gateway_) {
      auto opened = gateway::open_gateway(entry_.gateway_file, keychain_);
      if (!opened) return fail(opened.error());
      gateway_ = std::move(*opened);
      counted_.emplace(*gateway_, facts_);
    }
    auto connection = loop.connection();
    if (!connection) return fail(connection.error());
    connection_ = *connection;
    if (sweeping_) return {};
    const sweeper::SweepConfig config = sweeper::config_of_each(entry_.config, entry_.workers);
    const sweeper::WorkSink sink = [this](sweeper::Work work, int, Duration elapsed) {
      facts_.change([&](SweepFacts& facts) { facts.work[work].add(elapsed); });
    };
    const auto make = [&]<class Kind>(std::type_identity<Kind>) {
      sweeping_ = std::make_unique<Kind>(*connection_, *entry_.profile, *counted_, config,
                                         audit::this_actor("oncectl sweep"), &counters_,
                                         Random::from_system(), log_, sink);
    };
    tables::is_own(*entry_.profile) ? make(std::type_identity<sweeper::Sweeper>())
                                    : make(std::type_identity<sweeper::RowSweeper>());
    return {};
  }

  // A trail that cannot be sealed keeps no key from being settled.
  void seal_trail() {
    auto sealed = audit::seal(*connection_);
    if (!sealed) {
      log_({LogLevel::warning,
            "The audit trail was not sealed: see oncectl audit seal.",
            {{"error", sealed.error().sentence()}}});
    } else if (*sealed) {
      log_({LogLevel::info, "The audit trail is sealed.", {{"seal", std::to_string(**sealed)}}});
    }
  }

  // Also while the stop switch is on: what is stuck then is what people will ask about.
  void sample() {
    levels_.sample(*connection_, [this]() -> Result<std::optional<samples::Levels>> {
      browse::Browser browser(*connection_, *entry_.profile);
      return samples::read_levels(browser, *entry_.profile).map([](samples::Levels levels) {
        return std::optional(std::move(levels));
      });
    });
    if (tables::is_own(*entry_.profile))
      relay_levels_.sample(*connection_, [this] { return relay_levels(*connection_); });
  }

  void look_at_backlog() {
    auto counts = browse::Browser(*connection_, *entry_.profile).state_counts();
    facts_.change(
        [&](SweepFacts& facts) { facts.take_backlog(counts ? std::optional(*counts) : std::nullopt); });
    if (!counts)
      log_(
          {LogLevel::warning, "What is stuck could not be counted.", {{"error", counts.error().sentence()}}});
  }

  SweepEntry entry_;
  int number_;
  bool does_chores_;
  metrics::Counters& counters_;
  gateway::Keychain keychain_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::optional<CountedGateway> counted_;
  pg::Connection* connection_ = nullptr;  // the loop's
  std::unique_ptr<sweeper::Sweeping> sweeping_;
  samples::Sampler levels_, relay_levels_;
  bool was_stopped_ = false;  // by the store's switch
  Steady::time_point backlog_at_{}, sealed_at_{};
};

class ReapJob final : public FactsJob<ReapFacts> {
 public:
  ReapJob(const ReapEntry& entry, Until until, Shared<ReapFacts>& facts, metrics::Counters& counters,
          LogSink log)
      : FactsJob(facts, std::move(log), until), entry_(entry), counters_(counters) {
    facts_.change([this](ReapFacts& its) { its.every = entry_.config.every; });
  }

  Result<Duration> run(WorkLoop& loop, const std::function<bool()>& should_continue) override {
    auto connection = loop.connection();
    if (!connection) return fail(connection.error());
    if (!reaper_) make_reaper(**connection);
    const auto from = Steady::now();
    auto counts = reaper_->run_once(should_continue);
    if (!counts) return fail(counts.error());
    const Duration elapsed = since(from);
    facts_.change([&](ReapFacts& facts) {
      facts.run_ended(counts->stopped, elapsed);
      facts.batches += counts->batches;
      facts.is_behind = counts->cut_short;
    });
    if (is_followed_) {
      if (counts->reaped > 0)
        log_({LogLevel::info,
              "Reaped finished keys past their window.",
              {{"keys", std::to_string(counts->reaped)}, {"took", human(elapsed)}}});
      log_switch(log_, was_stopped_, counts->stopped);
    }
    // More is due: after a rest all the same, so that others get at the store. Otherwise a fifth more or
    // less, so that several services that were started together do not come together for ever.
    if (counts->cut_short) return std::min<Duration>(entry_.config.every, std::chrono::seconds(1));
    return Duration(static_cast<Duration::rep>(static_cast<double>(entry_.config.every.count()) *
                                               random_.between(0.8, 1.2)));
  }

 private:
  void make_reaper(pg::Connection& connection) {
    const sweeper::WorkSink sink = [this](sweeper::Work work, int rows, Duration elapsed) {
      if (work != sweeper::Work::reap) return;
      facts_.change([&](ReapFacts& facts) {
        facts.reaped += rows;
        facts.transaction.add(elapsed);
        facts.alive_at = Steady::now();
      });
    };
    if (tables::is_own(*entry_.profile)) {
      reaper_.emplace(connection, entry_.config, &counters_, sink);
    } else {
      reaper_.emplace(connection, *entry_.profile, entry_.config, sink);
    }
  }

  ReapEntry entry_;
  metrics::Counters& counters_;
  Random random_ = Random::from_system();
  std::optional<sweeper::Reaper> reaper_;
  bool was_stopped_ = false;  // by the store's switch
};

// How often the store is asked how far the relay is, and partitions are looked after.
constexpr Duration view_every = std::chrono::seconds(5), partitions_every = std::chrono::minutes(1);
constexpr int partitions_ahead = 3;

class RelayJob final : public FactsJob<RelayFacts> {
 public:
  RelayJob(const RelayEntry& entry, Until until, Shared<RelayFacts>& facts, LogSink log)
      : FactsJob(facts, std::move(log), until),
        entry_(entry),
        levels_(std::string(samples::relays_relation), log_) {}

  Result<Duration> run(WorkLoop& loop, const std::function<bool()>& should_continue) override {
    if (!destination_) {
      auto opened = outbox::open_destination(entry_.to);
      if (!opened) return fail(opened.error());
      destination_ = std::move(*opened);
    }
    auto connection = loop.connection();
    if (!connection) return fail(connection.error());
    if (!relay_) {
      relay_.emplace(**connection, *destination_, entry_.config,
                     audit::this_actor("oncectl relay").name + '@' + audit::this_actor("").host,
                     Random::from_system());
      relay_->on_join([this](const outbox::Joining& joining) { log_joining(joining); });
    }
    // Without a name it only reads.
    const bool tends = is_followed_ && !entry_.config.only_reads;
    if (tends && is_due(partitions_at_, partitions_every)) tend_partitions(**connection);
    const auto from = Steady::now();
    // Once: until nothing is left, or nothing goes out.
    std::int64_t published = 0;
    auto turn = relay_->run_once(std::chrono::seconds(1), should_continue);
    while (!is_followed_ && turn && turn->state == outbox::Turn::State::working && turn->trouble.empty() &&
           should_continue()) {
      published += turn->published;
      turn = relay_->run_once(std::chrono::seconds(1), should_continue);
    }
    if (!turn) return fail(turn.error());
    turn->published += published;
    if (!turn->forgot.empty()) log_({LogLevel::warning, turn->forgot, {}});
    log_trouble(turn->trouble, "Nothing goes out.", "Events go out again.");
    std::optional<outbox::RelayView> view;
    if (tends && is_due(viewed_at_, view_every)) view = view_relay(**connection);
    if (tends) levels_.sample(**connection, [&] { return relay_levels(**connection); });
    facts_.change([&](RelayFacts& facts) {
      facts.run_ended(turn->state == outbox::Turn::State::stopped, since(from));
      facts.published += turn->published;
      facts.state = turn->state;
      facts.trouble = turn->trouble;
      if (view) facts.view = std::move(view), facts.viewed_at = Steady::now();
    });
    return turn->rest;
  }
  // An owner that leaves is followed at once, and not when its lease ends.
  void ending() override {
    if (relay_) require(relay_->let_go());
  }

 private:
  void log_joining(const outbox::Joining& joining) {
    std::string topics;
    for (const std::string& topic : joining.topics) topics += (topics.empty() ? "" : ", ") + topic;
    const std::string passed =
        joining.passed_over == 0 && joining.is_exact
            ? "none"
            : (joining.is_exact ? "" : "at least ") + std::to_string(joining.passed_over);
    log_({joining.passed_over > 0 || !joining.is_exact ? LogLevel::warning : LogLevel::info,
          "Topics join the relay.",
          {{"topics", topics}, {"events_passed_over", passed}}});
  }
  std::optional<outbox::RelayView> view_relay(pg::Connection& connection) {
    auto all = outbox::relays(connection);
    if (!all) return std::nullopt;
    for (outbox::RelayView& view : *all) {
      if (view.name == entry_.config.name) return std::move(view);
    }
    return std::nullopt;
  }
  // What cannot be done now, for a lock say, is done next time.
  void tend_partitions(pg::Connection& connection) {
    auto made = outbox::make_partitions(connection, entry_.partition, partitions_ahead);
    auto dropped = outbox::drop_partitions(connection, entry_.retention);
    if (!made && made.error().kind == ErrorKind::not_permitted) {
      // It locks the outbox, so no role may; the owner of the tables does it, by this program or by a job of
      // the database.
      if (!std::exchange(leaves_partitions_, true))
        log_({LogLevel::info,
              "Partitions of the outbox are left to the owner of the tables: this user may not make them.",
              {}});
    } else if (!made && made.error().sqlstate != "55P03")
      log_({LogLevel::warning,
            "No partition was made: events go to the default one.",
            {{"error", made.error().sentence()}}});
    facts_.change([&](RelayFacts& facts) {
      facts.partitions_made += made.value_or(0);
      facts.partitions_dropped += dropped.value_or(0);
    });
  }

  RelayEntry entry_;
  std::unique_ptr<outbox::Destination> destination_;
  std::optional<outbox::Relay> relay_;
  samples::Sampler levels_;
  Steady::time_point viewed_at_{}, partitions_at_{};
  bool leaves_partitions_ = false;
};

// Pages of the inbox that a look for old events reads, and the pauses between two looks and between two walks
// over the table.
constexpr std::int64_t pages_at_a_time = 1024;
constexpr Duration reap_every = std::chrono::seconds(1), walk_every = std::chrono::hours(1);

class ConsumeJob final : public FactsJob<ConsumeFacts> {
 public:
  ConsumeJob(const ConsumeEntry& entry, Until until, Shared<ConsumeFacts>& facts, LogSink log)
      : FactsJob(facts, std::move(log), until), entry_(entry), inbox_(entry.consumer, log_) {}

  Result<Duration> run(WorkLoop& loop, const std::function<bool()>& should_continue) override {
    if (!source_) {
      auto opened = inbox::from_kafka(entry_.from);
      if (!opened) return fail(opened.error());
      source_ = std::move(*opened);
    }
    auto connection = loop.connection();
    if (!connection) return fail(connection.error());
    if (!consumer_)
      consumer_.emplace(**connection, *source_, entry_.consumer, inbox::Policy{}, entry_.config, log_);
    const auto from = Steady::now();
    inbox::ConsumerTurn turn;
    inbox::Counts counts;
    // Once: until nothing is left, or nothing comes.
    do {
      auto next = consumer_->run_once(std::chrono::milliseconds(250), should_continue);
      if (!next) return fail(next.error());
      turn = std::move(*next);
      counts += turn.counts;
    } while (!is_followed_ && !turn.is_at_end && turn.trouble.empty() && should_continue());
    log_trouble(turn.trouble, "Events do not come, or not all of them.", "All events come again.");
    facts_.change([&](ConsumeFacts& facts) {
      facts.run_ended(false, since(from));
      facts.counts += counts;
      facts.trouble = turn.trouble;
      facts.is_at_end = turn.is_at_end;
    });
    if (is_followed_) {
      inbox_.sample(**connection, facts_);
      reap(**connection);
    }
    return turn.rest;
  }
  // Another member of the group need not wait until this one is missed.
  void ending() override {
    if (source_) source_->close(std::chrono::seconds(5));
  }

 private:
  // A part of the table at a time. Events are received meanwhile whatever becomes of it.
  void reap(pg::Connection& connection) {
    if (!is_due(reaped_at_, page_ ? reap_every : walk_every)) return;
    auto reaped =
        inbox::reap(connection, entry_.retention, entry_.consumer, page_.value_or(0), pages_at_a_time);
    std::int64_t versions = 0;
    if (reaped && !reaped->next) {
      auto old = inbox::reap_versions(connection, entry_.retention, entry_.consumer);
      if (old) versions = *old;
      if (!old) reaped = fail(old.error());
    }
    if (!reaped) {
      page_.reset();
      log_({LogLevel::warning, "Old events were not deleted.", {{"error", reaped.error().sentence()}}});
      return;
    }
    page_ = reaped->next;
    facts_.change([&](ConsumeFacts& facts) {
      facts.reaped += reaped->deleted;
      facts.versions_reaped += versions;
    });
  }

  ConsumeEntry entry_;
  InboxCount inbox_;
  std::unique_ptr<inbox::Source> source_;
  std::optional<inbox::Consumer> consumer_;
  std::optional<std::int64_t> page_;  // to go on from; none: the walk is over
  Steady::time_point reaped_at_{};
};

}  // namespace

std::unique_ptr<Job> consume_job(const ConsumeEntry& entry, Until until, Shared<ConsumeFacts>& facts,
                                 const LogSink& log) {
  return std::make_unique<ConsumeJob>(entry, until, facts, log);
}

std::unique_ptr<Job> relay_job(const RelayEntry& entry, Until until, Shared<RelayFacts>& facts,
                               const LogSink& log) {
  return std::make_unique<RelayJob>(entry, until, facts, log);
}

std::unique_ptr<Job> sweep_job(const SweepEntry& entry, int number, Until until, Shared<SweepFacts>& facts,
                               metrics::Counters& counters, const LogSink& log,
                               const gateway::Keychain& keychain) {
  return std::make_unique<SweepJob>(entry, number, until, facts, counters, log, keychain);
}

std::unique_ptr<Job> reap_job(const ReapEntry& entry, Until until, Shared<ReapFacts>& facts,
                              metrics::Counters& counters, const LogSink& log) {
  return std::make_unique<ReapJob>(entry, until, facts, counters, log);
}

}  // namespace onceover::oncectl

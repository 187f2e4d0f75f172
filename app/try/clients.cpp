// SPDX-License-Identifier: Apache-2.0
#include "app/try/clients.h"

#include <fmt/format.h>

#include "core/key/sha256.h"

namespace onceover::try_it {
namespace {

constexpr std::size_t answers_kept = 200'000;
constexpr Duration longest_pause = std::chrono::minutes(5);
constexpr Duration comes_back_at_the_end = std::chrono::milliseconds(500);

struct Path {
  const char* path;
  double share;
};
constexpr std::array<Path, 4> paths{
    {{"/payments", 0.45}, {"/refunds", 0.30}, {"/ledger-entries", 0.15}, {"/credits", 0.10}}};
constexpr std::array<const char*, 3> tenants{"acme", "globex", "initech"};
constexpr std::array<const char*, 4> currencies{"EUR", "EUR", "USD", "GBP"};

std::string uuid_from(Random& random) {
  const auto a = random.below(1ULL << 32), b = random.below(1ULL << 16), c = random.below(1ULL << 12),
             d = random.below(1ULL << 14), e = random.below(1ULL << 48);
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", a, b, c, d | 0x8000, e);
}

std::string money_body(const std::string& path, Random& random) {
  const auto customer = random.below(400);
  const auto amount = 100 + random.below(50'000);
  const char* currency = currencies[random.below(currencies.size())];
  if (path == "/refunds") {
    return fmt::format(R"({{"charge_id":"ch_{:012x}","customer":"c_{}","amount":{},"currency":"{}"}})",
                       random.below(1ULL << 48), customer, amount, currency);
  }
  return fmt::format(R"({{"customer":"c_{}","amount":{},"currency":"{}","reference":"order-{}"}})", customer,
                     amount, currency, random.below(1'000'000));
}

}  // namespace

Clients::Clients(const ClientOptions& options, metrics::Counters* counters)
    : options_(options), counters_(counters), paused_(options.paused) {
  options_.requests_per_second = std::clamp(options_.requests_per_second, 0.1, 100.0);
  options_.threads = std::clamp(options_.threads, 1, 32);
  for (int i = 0; i < options_.threads; ++i)
    threads_.emplace_back([this, i] { run(static_cast<std::size_t>(i)); });
}

Clients::~Clients() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Clients::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
}

void Clients::finish() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
    paused_ = false;
    for (Intent& intent : open_) intent.due = Steady::now();
  }
  wake_.notify_all();
}

bool Clients::is_running() const {
  const std::lock_guard lock(mutex_);
  return !paused_ && !stopping_;
}

std::vector<Answered> Clients::answers() const {
  const std::lock_guard lock(mutex_);
  return {answers_.begin(), answers_.end()};
}

std::size_t Clients::unanswered() const {
  const std::lock_guard lock(mutex_);
  return open_.size() + under_way_;
}

Clients::Intent Clients::make_intent(Random& random) {
  double at = random.between(0, 1);
  const char* path = paths.front().path;
  for (const auto& [candidate, share] : paths) {
    path = candidate;
    if (at < share) break;
    at -= share;
  }
  const char* tenant = tenants[std::min<std::uint64_t>(random.below(6), 5) / 2];
  std::string key = uuid_from(random);
  return {tenant, path, std::move(key), money_body(path, random)};
}

HttpReply Clients::send(const Intent& intent, bool changed_body, Duration within) {
  HttpReply reply =
      call(options_.port, keyed_post(intent.path, intent.tenant, intent.key, intent.body), within);
  Answered answered{
      intent.tenant, "POST " + intent.path, intent.key, intent.body, changed_body, reply.status, {}, {}};
  answered.digest = to_hex(key::bytes_of(key::sha256(reply.body)));
  answered.error_code = http::error_code_of(reply.body).value_or("");
  const std::lock_guard lock(mutex_);
  answers_.push_back(std::move(answered));
  if (answers_.size() > answers_kept) answers_.pop_front();
  return reply;
}

bool Clients::pause(Duration span) {
  std::unique_lock lock(mutex_);
  const bool was_finishing = finishing_;
  wake_.wait_for(lock, was_finishing ? std::min(span, comes_back_at_the_end) : span,
                 [&] { return stopping_ || finishing_ != was_finishing; });
  return !stopping_;
}

void Clients::be_clumsy(const Intent& answered, Random& random) {
  if (random.chance(options_.repeat)) send(answered, false);
  if (!random.chance(options_.mismatch)) return;
  Intent other = answered;
  constexpr std::string_view amount = R"("amount":)";
  // 100 becomes 1100: same shape, another amount
  other.body.insert(other.body.find(amount) + amount.size(), "1");
  send(other, true);
}

// nullopt: the clients end. Waits until there is something to do.
std::optional<Clients::Intent> Clients::next_intent(std::unique_lock<std::mutex>& lock,
                                                    Steady::time_point& next_new, Random& random) {
  const double own_rate = options_.requests_per_second / options_.threads;
  for (;;) {
    if (stopping_) return std::nullopt;
    if (paused_) {
      wake_.wait(lock, [&] { return stopping_ || !paused_; });
      continue;
    }
    const auto now = Steady::now();
    const auto due = std::ranges::min_element(open_, {}, &Intent::due);
    if (due != open_.end() && due->due <= now) {
      Intent intent = std::move(*due);
      open_.erase(due);
      ++under_way_;
      return intent;
    }
    if (!finishing_ && next_new <= now) {
      // Arrivals that are late, because a request took long, are not made up for: the rate is a bound.
      next_new = now + Duration(static_cast<std::int64_t>(random.between(0.5e6, 1.5e6) / own_rate));
      ++under_way_;
      return make_intent(random);
    }
    auto until = finishing_ ? now + longest_pause : next_new;
    if (due != open_.end()) until = std::min(until, due->due);
    wake_.wait_until(lock, until);
  }
}

void Clients::run(std::size_t index) {
  Random random(options_.seed * 1'000'003 + index);
  std::optional<Intent> intent;
  // Without a budget and a breaker: a person waits at each of them.
  const auto caller = call::Caller::make({.policy = options_.policy,
                                          .attempt_timeout = answer_within,
                                          .budget = std::nullopt,
                                          .breaker = std::nullopt},
                                         {}, nullptr,
                                         {.pause =
                                              [&](Duration span) {
                                                if (counters_ != nullptr)
                                                  counters_->observe(metrics::Histogram::retry_delay, span,
                                                                     intent->tenant, "POST " + intent->path);
                                                return pause(span);
                                              }})
                          .value();
  auto next_new =
      Steady::now() + Duration(static_cast<std::int64_t>(random.between(0, 1e6) /
                                                         options_.requests_per_second * options_.threads));
  std::unique_lock lock(mutex_);
  while ((intent = next_intent(lock, next_new, random))) {
    lock.unlock();
    std::thread twin;
    if (intent->is_new && random.chance(options_.duplicate))
      twin = std::thread([this, copy = *intent] { send(copy, false); });
    intent->is_new = false;
    const auto called =
        caller->run({}, [&](const call::Attempt& attempt) { return send(*intent, false, attempt.timeout); });
    if (twin.joinable()) twin.join();
    const bool is_answered = called.stop == call::Stop::answered || called.stop == call::Stop::refused;
    if (is_answered) be_clumsy(*intent, random);
    lock.lock();
    --under_way_;
    if (is_answered) continue;
    // No client drops a payment whose outcome is unknown: it sends the same key again, later.
    const Duration later = std::min<Duration>(
        options_.come_back_after * (1LL << std::min(intent->rounds++, 10U)), longest_pause);
    intent->due = Steady::now() + (finishing_ ? std::min(later, comes_back_at_the_end) : later);
    open_.push_back(std::move(*intent));
  }
}

}  // namespace onceover::try_it

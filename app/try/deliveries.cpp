#include "app/try/deliveries.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/try/booking.h"

namespace onceover::try_it {
namespace {

constexpr std::size_t earlier_kept = 200;
// Of events that only we know of; a source counts its own from 1.
constexpr std::uint64_t repeat_bit = std::uint64_t{1} << 63;
// While all that is there is held back: the source would return it at once, again and again.
constexpr Duration while_held = std::chrono::milliseconds(20);

}  // namespace

std::string account_of(const inbox::Event& event) {
  const auto found = std::ranges::find(event.headers, account_header, &std::pair<std::string, std::string>::first);
  return found == event.headers.end() ? std::string() : found->second;
}

std::vector<inbox::Received> reordered(std::vector<inbox::Received> received, Random& random) {
  // Places are drawn for accounts; each account's events then take its places in their own order.
  std::map<std::string, std::deque<std::size_t>> own_order;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < received.size(); ++i) {
    places.push_back(account_of(received[i].event));
    own_order[places.back()].push_back(i);
  }
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.below(i)]);
  std::vector<inbox::Received> out;
  out.reserve(received.size());
  for (const std::string& account : places) {
    auto& next = own_order[account];
    out.push_back(std::move(received[next.front()]));
    next.pop_front();
  }
  return out;
}

UnrulySource::UnrulySource(std::unique_ptr<inbox::Source> source, Unruliness unruliness, Random random,
                           std::function<void()> before_acknowledging)
    : source_(std::move(source)),
      unruliness_(unruliness),
      random_(std::move(random)),
      before_acknowledging_(std::move(before_acknowledging)) {}

Result<std::span<const inbox::Received>> UnrulySource::poll(std::size_t most, Duration wait) {
  auto received = source_->poll(most, wait);
  if (!received) return received;
  delivered_.assign(received->begin(), received->end());
  for (const inbox::Received& one : delivered_) assigned_[one.lane] = one.assignment;
  if (delivered_.empty() || most == 0) return std::span<const inbox::Received>(delivered_);
  hold_back();
  if (delivered_.empty()) {
    std::this_thread::sleep_for(std::min(wait, while_held));
    return std::span<const inbox::Received>(delivered_);
  }
  repeat_some();
  delivered_ = reordered(std::move(delivered_), random_);
  return std::span<const inbox::Received>(delivered_);
}

void UnrulySource::hold_back() {
  const auto now = Steady::now();
  if (!held_.empty() && now >= held_until_) {
    held_.clear();
  } else if (held_.empty() && random_.chance(unruliness_.hold)) {
    held_ = account_of(delivered_[random_.below(delivered_.size())].event);
    held_until_ = now + unruliness_.hold_for;
  }
  if (!held_.empty()) std::erase_if(delivered_, [&](const inbox::Received& one) { return account_of(one.event) == held_; });
}

void UnrulySource::repeat_some() {
  for (std::size_t n = delivered_.size(); n > 0 && !earlier_.empty(); --n) {
    if (!random_.chance(unruliness_.repeat)) continue;
    inbox::Received again = earlier_[random_.below(earlier_.size())];
    const auto assigned = assigned_.find(again.lane);
    if (assigned == assigned_.end()) continue;
    again.assignment = assigned->second;
    again.token = repeat_bit | ++repeats_;
    delivered_.push_back(std::move(again));
  }
}

void UnrulySource::acknowledge(std::span<const std::uint64_t> tokens) {
  if (!tokens.empty()) before_acknowledging_();
  std::vector<std::uint64_t> own;
  for (const std::uint64_t token : tokens) {
    if ((token & repeat_bit) != 0) continue;
    own.push_back(token);
    const auto one = std::ranges::find(delivered_, token, &inbox::Received::token);
    if (one == delivered_.end()) continue;
    earlier_.push_back(*one);
    if (earlier_.size() > earlier_kept) earlier_.pop_front();
  }
  source_->acknowledge(own);
}

}  // namespace onceover::try_it

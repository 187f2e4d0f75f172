// SPDX-License-Identifier: Apache-2.0
#include "core/drift/drift.h"

#include <fmt/format.h>

#include <ranges>

#include "core/base/random.h"
#include "core/key/identity.h"

namespace onceover::drift {
namespace {

constexpr int page_rows = 1000;
// After this many calls in a row without proof, the run ends instead of asking thousands more.
constexpr int silent_calls = 3;
// Questions wait for the declared rate; each also has its own timeout.
constexpr std::chrono::minutes patience{30};

}  // namespace

std::optional<std::string> gateway_key(const gateway::Gateway& gateway, const tables::Profile& profile,
                                       const key::Identity& id) {
  const gateway::Declaration* declared = gateway.declaration(id.operation);
  if (declared == nullptr) return std::nullopt;
  if (tables::is_own(profile)) return key::downstream_key(id, gateway.effect(id.operation));
  if (auto own = tables::gateway_key_of(profile, id)) return own;
  return declared->lookup_by_key ? std::nullopt : std::optional<std::string>("");
}

namespace {

class Comparison {
 public:
  Comparison(browse::Browser& browser, const tables::Profile& profile, gateway::Gateway& gateway,
             const Options& options, const std::function<bool(const Progress&)>& go_on)
      : browser_(browser),
        profile_(profile),
        gateway_(gateway),
        options_(options),
        go_on_(go_on),
        random_(options.seed) {
    report_.from = options.from;
    report_.to = options.to;
    report_.listing_declared = gateway.lists();
  }

  Result<Report> run() {
    if (options_.from >= options_.to)
      return fail(ErrorKind::invalid_input, "The range is empty: it ends before it begins.",
                  "Nothing was compared.");
    if (profile_.created_at.empty()) {
      return fail(ErrorKind::invalid_input,
                  "No column is mapped as the time of creation, which the range is of.",
                  "Nothing was compared.", "Map one in the profile (times.created_at).");
    }
    // First the ledger: a row is older than its effect, so every listed effect has its row by the time rows
    // are read.
    if (report_.listing_declared) read_listing();
    if (auto read = read_rows(); !read) return fail(read.error());
    if (options_.sample) {
      for (std::size_t i = 0; i < drawn_.size() && goes_on(); ++i) {
        if (!ask(std::move(drawn_[i]))) break;
      }
    }
    flush();
    judge_listing();
    return std::move(report_);
  }

 private:
  bool goes_on() {
    if (!report_.ended_early.empty()) return false;
    if (!go_on_ || go_on_({report_.rows, report_.asked, report_.effects, &report_})) return true;
    report_.ended_early = "it was stopped";
    return false;
  }

  Result<void> read_rows() {
    browse::PageRequest request;
    request.filter.tenant = options_.tenant;
    request.filter.operation = options_.operation;
    request.filter.reference = options_.reference.value_or("");
    const Duration margin = report_.listing_declared ? options_.margin : Duration{0};
    request.filter.from = options_.from - margin;
    request.filter.to = options_.to + margin;
    // Unfinished rows matter only to the listing.
    if (!report_.listing_declared) request.filter.states = {key::State::succeeded, key::State::failed};
    request.newest_first = false;
    request.limit = page_rows;
    for (std::int64_t read = 0;;) {
      auto page = browser_.page(request);
      if (!page) return fail(page.error());
      report_.as_of = page->as_of;
      read += static_cast<std::int64_t>(page->rows.size());
      if (read > options_.max_rows) {
        return fail(
            ErrorKind::invalid_input, fmt::format("The range holds more than {} rows.", options_.max_rows),
            "It was not compared completely.", "Choose a shorter range, one tenant, or one operation.");
      }
      for (const browse::KeyRow& row : page->rows) take(row, page->as_of);
      const bool is_end = !page->more || page->rows.empty();
      if (is_end && page->knowledge.known != unfinished::Known::exact)
        report_.rows_unknown += unfinished::explanation(page->knowledge);
      rows_complete_ = is_end && page->knowledge.known == unfinished::Known::exact;
      if (is_end || (!goes_on() && done_.empty())) return {};
      request.after = browse::cursor_of(page->rows.back());
    }
  }

  void take(const browse::KeyRow& row, Timestamp as_of) {
    if (!row.state_known) return leave_out(row);
    leave_out_further(row.id);
    // Also of a row that was archived since.
    const bool is_finished = row.state == key::State::succeeded || row.state == key::State::failed;
    const bool is_within = row.created_at >= options_.from && row.created_at < options_.to;
    if (is_within) ++report_.rows;
    if (is_within && is_finished) ++report_.finished;
    const auto key = gateway_key(gateway_, profile_, row.id);
    if (!key) {
      if (is_within && is_finished) ++report_.not_askable;
      return;
    }
    Ours ours{row.id,
              *key,
              row.state,
              row.state_word,
              row.state == key::State::in_progress && !row.is_stuck(as_of),
              row.created_at,
              row.completed_at,
              row.subject};
    if (report_.listing_declared && !key->empty()) {
      // If a profile gives two rows one key, the effect belongs to the row that says so.
      const auto [known, is_new] = known_.try_emplace(*key, ours);
      if (!is_new && ours.state == key::State::succeeded && !row.set_aside) known->second = ours;
    }
    if (!is_within || !is_finished) return;
    if (options_.sample) {
      draw(std::move(ours));
    } else if (report_.ended_early.empty()) {
      ask(std::move(ours));
    }
  }

  // Only the first effect of a request is compared; the others are not without a row all the same.
  void leave_out_further(const key::Identity& id) {
    if (!tables::is_own(profile_) || !report_.listing_declared) return;
    for (const std::string& effect : gateway_.effects(id.operation) | std::views::drop(1))
      left_out_.insert(key::downstream_key(id, effect));
  }

  // Nothing is known of its effect, which is not without a row all the same.
  void leave_out(const browse::KeyRow& row) {
    if (row.set_aside) return;
    if (const auto key = gateway_key(gateway_, profile_, row.id)) left_out_.insert(*key);
    leave_out_further(row.id);
    if (report_.rows_unknown.empty())
      report_.rows_unknown = fmt::format(
          "A row is in a state that the profile does not name (\"{}\"). Name the state in the profile.",
          visible(row.state_word));
  }

  // Algorithm R: every row of the range has the same chance, however many there are.
  void draw(Ours ours) {
    ++seen_;
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(*options_.sample, 0));
    if (drawn_.size() < wanted) {
      drawn_.push_back(std::move(ours));
    } else if (const auto at = random_.below(seen_); at < wanted) {
      drawn_[at] = std::move(ours);
    }
  }

  bool ask(Ours ours) {
    waiting_.push_back(std::move(ours));
    return static_cast<int>(waiting_.size()) < options_.at_once || flush();
  }

  bool flush() {
    if (waiting_.empty() || !goes_on()) return false;
    std::vector<gateway::Question> questions;
    for (const Ours& ours : waiting_) questions.push_back({ours.id, ours.gateway_key, ours.subject});
    std::vector<gateway::Evidence> answers = gateway_.ask(questions, Steady::now() + patience);
    answers.resize(questions.size());
    bool is_silent = true;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      is_silent = is_silent && answers[i].finding == gateway::Finding::unknown;
      ++report_.asked;
      Judged judged =
          judge(waiting_[i], answers[i], *gateway_.declaration(waiting_[i].id.operation), report_.as_of);
      if (judged.is == Judged::Is::agrees) ++report_.agreed;
      if (judged.is == Judged::Is::open)
        ++report_.open[report_.open.size() < 50 ? judged.why : "other reasons"];
      if (judged.found) keep(*std::move(judged.found));
    }
    waiting_.clear();
    silent_ = is_silent ? silent_ + 1 : 0;
    if (silent_ >= silent_calls)
      report_.ended_early = fmt::format("the gateway gave {} answers in a row without proof", silent_);
    return report_.ended_early.empty();
  }

  void read_listing() {
    bool is_stopped = false;
    const auto listed = gateway_.list(
        options_.from, options_.to,
        [&](const gateway::Effect& effect) {
          if (options_.reference && effect.echoed.reference != options_.reference) return goes_on();
          ++report_.effects;
          if (effect.finding == gateway::Finding::done) done_.push_back(effect);
          is_stopped = !goes_on();
          return !is_stopped;
        },
        Steady::now() + patience);
    report_.listing_complete = listed.has_value() && !is_stopped;
    if (!listed) report_.listing_problem = listed.error().what;
    report_.effects_done = static_cast<std::int64_t>(done_.size());
  }

  // If not all rows were read, an effect without a row proves nothing.
  void judge_listing() {
    if (!rows_complete_) return;
    std::erase_if(done_, [this](const gateway::Effect& effect) { return left_out_.contains(effect.key); });
    // Declarations of one gateway differ only in their templates.
    const gateway::Declaration* declared = nullptr;
    for (auto known = known_.begin(); known != known_.end() && declared == nullptr; ++known) {
      declared = gateway_.declaration(known->second.id.operation);
    }
    static const gateway::Declaration nothing;
    for (Found& found : against_listing(known_, done_, declared ? *declared : nothing))
      keep(std::move(found));
  }

  // A finding of both directions counts once.
  void keep(Found found) {
    const std::string key = found.ours ? found.ours->gateway_key : found.theirs ? found.theirs->key : "";
    const std::string name = found.kind == Kind::effect_without_key && found.theirs ? found.theirs->id : key;
    if (!told_
             .insert(
                 {found.kind, name + (found.ours ? "\n" + found.ours->id.tenant + "\n" +
                                                       found.ours->id.operation + "\n" + found.ours->id.key
                                                 : "")})
             .second)
      return;
    ++report_.counts[found.kind];
    if (static_cast<int>(report_.found.size()) < options_.max_found)
      report_.found.push_back(std::move(found));
  }

  browse::Browser& browser_;
  const tables::Profile& profile_;
  gateway::Gateway& gateway_;
  const Options& options_;
  const std::function<bool(const Progress&)>& go_on_;
  Random random_;
  Report report_;
  std::map<std::string, Ours> known_;
  std::vector<Ours> drawn_, waiting_;
  std::vector<gateway::Effect> done_;
  std::set<std::string> left_out_;  // their keys at the gateway
  bool rows_complete_ = false;
  std::uint64_t seen_ = 0;
  int silent_ = 0;
  std::set<std::pair<Kind, std::string>> told_;
};

}  // namespace

Result<Report> compare(browse::Browser& browser, const tables::Profile& profile, gateway::Gateway& gateway,
                       const Options& options, const std::function<bool(const Progress&)>& go_on) {
  return Comparison(browser, profile, gateway, options, go_on).run();
}

}  // namespace onceover::drift

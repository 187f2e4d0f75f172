// What the dashboard asks its source, and what it does with the answers.
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

constexpr int wholeTag = 0, earlierTag = 1;
constexpr int mostPoints = 700;  // more cannot be told apart on a card, and costs the server
constexpr Duration namesEvery = std::chrono::minutes(1);

}  // namespace

int MetricsPage::points() const { return std::clamp(board_->plotWidth(), 100, mostPoints); }

MetricsPage::Asked MetricsPage::question() const {
  Asked out;
  for (const Source* one : sources_) out.offers.append(one->offer());
  out.comparison = controls_->comparison();
  out.request = requestFor(frames_.current(), session().estimatedNow(), points());
  out.request.tenant = controls_->tenant();
  out.request.operation = controls_->operation();
  out.request.by = controls_->split();
  const bool isSplit = out.request.by != By::nothing;
  for (const ChartCard* card : board_->shownCards()) {
    const CardSpec& spec = card->spec();
    const int from = sourceOf(spec, current_, out.offers);
    if (from < 0) continue;
    Request* to = &out.request;
    if (from != current_) {
      // Of everything: who stands in is not split.
      if (!out.standIns.contains(from)) {
        Request other = out.request;
        other.by = By::nothing;
        other.metrics.clear();
        other.distributions.clear();
        out.standIns.insert(from, other);
      }
      to = &out.standIns[from];
    }
    for (const QString& metric : spec.metrics) {
      if ((from != current_ || !isSplit) && out.of(from).metrics.contains(metric)) to->metrics.push_back(widgets::bytes(metric));
    }
    if (out.of(from).distributions.contains(spec.distribution)) to->distributions.push_back(widgets::bytes(spec.distribution));
  }
  return out;
}

void MetricsPage::refresh() { ask(false); }

// Anew: what is asked changed by a person. Otherwise a question that is still waited for is not asked again: a slow source would never
// come to answer.
void MetricsPage::ask(bool anew) {
  if (source() == nullptr || !session().isReady()) return;
  const Asked asked = question();
  const QString whyNot = asked.of(current_).whyNot;
  if (!whyNot.isEmpty() && asked.standIns.isEmpty()) return showEmpty(tr("Nothing is counted here yet"), whyNot);
  if (!anew && std::any_of(waiting_.cbegin(), waiting_.cend(), [](int tag) { return !isStandIn(tag); })) return;
  if (anew) {
    note({});
    unread_.reset();
    readAll_->hide();
    for (Source* one : std::as_const(sources_)) one->cancel();
    waiting_.clear();
  }
  // What answered another question is not shown as this one's answer.
  if (last_ && last_->request.by != asked.request.by) answers_.removeIf([](const auto& one) { return one.key() >= tagOf(0); });
  if (!last_ || last_->comparison.back != asked.comparison.back) answers_.remove(earlierTag);
  last_ = asked;
  readNames();
  emit rangeShown(asked.request.from, asked.request.to);
  const bool isSplit = asked.request.by != By::nothing;
  for (ChartCard* card : board_->cards()) {
    if (auto* lines = qobject_cast<LinesCard*>(card)) lines->setSplit(isSplit);
  }
  Request whole = asked.request;
  whole.by = By::nothing;
  const auto send = [this](int tag, const Request& request) {
    waiting_.insert(tag);
    source()->ask(tag, request);
  };
  for (auto other = asked.standIns.cbegin(); other != asked.standIns.cend(); ++other) {
    // A slow one is not asked again before it has answered.
    if (waiting_.contains(standInTag(other.key()))) continue;
    waiting_.insert(standInTag(other.key()));
    sources_[other.key()]->ask(standInTag(other.key()), other.value());
  }
  if (!whole.metrics.empty() || !whole.distributions.empty()) {
    send(wholeTag, whole);
    // Split, there are lines enough on each card.
    if (asked.comparison.back > Duration(0) && !isSplit) {
      Request before = earlier(whole, asked.comparison.back);
      before.distributions.clear();
      if (!before.metrics.empty()) send(earlierTag, before);
    }
  }
  if (isSplit) askSplit(asked);
  if (waiting_.isEmpty()) {
    setAge(session().estimatedNow());
    showAll();
    showContent();
  } else if (!asOf()) {
    showLoading(tr("Reading from %1 …").arg(source()->name()));
  }
}

// Each card by itself: the top of its own metric.
void MetricsPage::askSplit(const Asked& asked) {
  for (int i = 0; i < board_->cards().size(); ++i) {
    const auto* lines = qobject_cast<LinesCard*>(board_->cards()[i]);
    if (lines == nullptr || !board_->shownCards().contains(lines) || !asked.of(current_).metrics.contains(lines->splitMetric())) continue;
    Request request = asked.request;
    request.metrics = {widgets::bytes(lines->splitMetric())};
    request.distributions.clear();
    waiting_.insert(tagOf(i));
    source()->ask(tagOf(i), request);
  }
}

void MetricsPage::take(int tag, const Chart& chart) {
  // Once more without being asked: a source that was told elsewhere to read what it had left out.
  waiting_.remove(tag);
  if (!last_) return;
  answers_.insert(tag, chart);
  if (leads(tag)) problem_.reset();
  if (leads(tag) && tag != earlierTag) {
    setAge(chart.as_of);
    asked_ = widgets::text(chart.asked);
  }
  showAll();
  const bool isEmptyRange = waiting_.isEmpty() && last_->request.by == By::nothing &&
                            std::none_of(answers_.cbegin(), answers_.cend(), [](const Chart& one) { return knowsAnything(one); });
  noteNotRead(tag);
  if (isEmptyRange) {
    showEmpty(
        tr("Nothing was counted in this range"),
        tr("%1 know nothing of it. Choose a longer range, or another tenant, operation or source. Services count through core/metrics: a "
           "Counters object given to the engine, and a Flusher that writes it here once a second.")
            .arg(widgets::text(chart.source)));
  } else if (tag != earlierTag && leads(tag)) {
    showContent();
  }
  noteWall();
  emit shown();
}

void MetricsPage::takeFailure(int tag, const Error& error) {
  // What was forgotten with a lost connection is still what the page waits for, where it has nothing else to show.
  if (!waiting_.remove(tag) && isSettled()) return;
  const bool isBeside = isStandIn(tag) && (!leads(tag) || !answers_.isEmpty());
  if (!isBeside) problem_ = error;
  if (tag == earlierTag) {
    answers_.remove(earlierTag);
    if (!error.is_cancelled()) note(tr("What it is compared with could not be read. %1").arg(widgets::shown(error.what)));
    if (last_) showAll();
  } else if (isBeside) {
    // The chosen source's cards stay; those that another one should have filled say why they are not.
    answers_.remove(tag);
    if (last_) showAll();
    for (ChartCard* card : board_->shownCards()) {
      if (last_ && !error.is_cancelled() && standInTag(sourceOfCard(*card)) == tag) card->showMessage(widgets::sentences(error));
    }
  } else if (isOnWall()) {
    noteWall();
  } else {
    showFailure(error);
  }
  emit shown();
}

void MetricsPage::showAll() {
  QSet<QString> unknown;
  for (const ChartCard* card : board_->cards()) {
    if (sourceOfCard(*card) < 0) unknown.insert(card->spec().id);
  }
  board_->setUnknown(unknown);
  for (ChartCard* card : board_->shownCards()) showCard(card);
}

void MetricsPage::showCard(ChartCard* card) {
  if (!last_) return;
  const int from = sourceOfCard(*card);
  if (from < 0) {
    const QString why = whyNotKnown(card->spec(), source()->name(), last_->of(current_));
    return card->showMessage(why.isEmpty() ? last_->of(current_).whyNot : why);
  }
  const bool standsIn = from != current_;
  const bool isSplit = last_->request.by != By::nothing && !card->spec().isSpread() && !standsIn;
  const int tag = standsIn ? standInTag(from) : isSplit ? tagOf(static_cast<int>(board_->cards().indexOf(card))) : wholeTag;
  const auto answer = answers_.constFind(tag);
  if (answer == answers_.constEnd()) {
    const auto* lines = qobject_cast<LinesCard*>(card);
    if (isSplit && !last_->of(current_).metrics.contains(lines->splitMetric())) {
      card->showMessage(tr("%1 cannot know this: %2. Choose another line to split.").arg(source()->name(), labelOf(lines->splitMetric())));
    }
    return;
  }
  Shown shown{*answer,
              {},
              last_->comparison.back,
              last_->comparison.when,
              last_->of(from),
              last_->request.from,
              last_->request.to,
              isSplit ? last_->request.by : By::nothing};
  const auto before = answers_.constFind(earlierTag);
  if (!isSplit && !standsIn && last_->comparison.back > Duration(0) && before != answers_.constEnd() && before->from < answer->from)
    shown.earlier = *before;
  card->show(shown);
}

bool MetricsPage::leads(int tag) const {
  if (!isStandIn(tag)) return true;
  const Request& chosen = last_->request;
  return chosen.metrics.empty() && chosen.distributions.empty() && (chosen.by == By::nothing || !last_->of(current_).whyNot.isEmpty());
}

int MetricsPage::sourceOfCard(const ChartCard& card) const { return sourceOf(card.spec(), current_, last_->offers); }

// What is too much to be read unasked is offered, and not read.
void MetricsPage::noteNotRead(int tag) {
  if (tag == earlierTag) return;
  Source* whose = isStandIn(tag) ? sources_.value(tag - standInTag(0)) : source();
  const double rows = whose == nullptr ? 0 : whose->notRead(tag);
  if (rows > 0) {
    unread_ = {whose, tag};
    readAll_->setText(tr("Read about %1 rows").arg(widgets::number(std::llround(rows))));
    readAll_->show();
  } else if (unread_ && unread_->first == whose && unread_->second == tag) {
    unread_.reset();
    readAll_->hide();
  }
}

void MetricsPage::readNames() {
  const Timestamp now = session().estimatedNow();
  if (namesRead_ && now - *namesRead_ < namesEvery) return;
  namesRead_ = now;
  using Names = std::pair<std::vector<std::string>, std::vector<std::string>>;
  // Suggestions for the filters: without them one types.
  session().read<Names>(
      this, tr("Reading names of tenants and operations"),
      [](bridge::Reader& reader) -> Result<Names> {
        Names out;
        if (auto tenants = reader.browser().tenants()) out.first = std::move(*tenants);
        if (auto operations = reader.browser().operations()) out.second = std::move(*operations);
        return out;
      },
      [this](Result<Names> names) {
        if (names) controls_->setNames(names->first, names->second);
      });
}

}  // namespace onceover::metrics

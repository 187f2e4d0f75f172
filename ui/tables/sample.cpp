// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/sample.h"

#include "core/browse/inspected.h"
#include "core/browse/promises.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {
namespace {

constexpr int sampleRows = 20, oldestRows = 3;
// The user waits for it after every correction.
constexpr browse::Limits limits{std::chrono::seconds(3), std::chrono::milliseconds(500)};

}  // namespace

Result<Sample> readSample(bridge::Reader& reader, const tables::Profile& profile) {
  Sample sample;
  if (auto access = browse::inspected(reader.connection(), profile)) {
    sample.access = std::move(*access);
    const auto why = sample.access->why_not_read();
    if (!why.empty()) {
      const Error error{ErrorKind::not_permitted, why.front(), "No row was read.", "Correct the mapping, or ask for the rights.", {}, {}};
      sample.page = fail(error);
      sample.stuck = fail(error);
      return sample;
    }
  } else if (reader.isOver(access.error())) {
    return fail(access.error());
  }
  browse::Browser browser(reader.connection(), profile, limits);
  sample.page = browser.page({.limit = sampleRows});
  if (!sample.page && reader.isOver(sample.page.error())) return fail(sample.page.error());
  sample.stuck = browse::stuck_summary(browser, oldestRows);
  if (!sample.stuck && reader.isOver(sample.stuck.error())) return fail(sample.stuck.error());
  return sample;
}

std::vector<std::string> whyReadOnly(const tables::Profile& profile, const tables::Access& access) {
  if (profile.writes.empty()) return {"The profile does not say what any verdict writes."};
  for (const auto& [verb, offer] : access.offers) {
    if (offer.is_offered()) return {};
  }
  for (const auto& [verb, offer] : access.offers) {
    if (!offer.why_not.empty()) return offer.why_not;
  }
  return {};
}

using browse::KeyRow;
using widgets::exact;
using widgets::orDash;
using widgets::shown;

namespace {

// To the second; the tip has all of it.
QString instant(Timestamp at, widgets::ClockChoice clock) { return exact(at, clock).section(QLatin1Char('.'), 0, 0); }

QString leaseEnd(const KeyRow& row, widgets::ClockChoice clock) {
  if (!row.lease_known) return SampleModel::tr("cannot be observed");
  return row.locked_until ? instant(*row.locked_until, clock) : widgets::dash;
}

}  // namespace

SampleModel::SampleModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 22}, [this](const KeyRow& row) { return stateOf(row); }},
      {{tr("Key"), 22, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Tenant"), 12}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{tr("Operation"), 16}, [](const KeyRow& row) { return orDash(row.id.operation); }},
      {{tr("Lease ends"), 20},
       [this](const KeyRow& row) { return leaseEnd(row, clock()); },
       [this](const KeyRow& row) { return row.locked_until ? exact(*row.locked_until, clock()) : leaseEnd(row, clock()); }},
      {{tr("Created"), 20},
       [this](const KeyRow& row) { return row.created().at ? instant(row.created_at, clock()) : exact(row.created(), clock()); },
       [this](const KeyRow& row) { return exact(row.created(), clock()); }},
      {{tr("Customer"), 12}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 12, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
  });
}

widgets::Badge SampleModel::stateOf(const KeyRow& row) const {
  widgets::Badge badge = widgets::badgeOf(row, asOf());
  const QString own = shown(row.state_word);
  if (!own.isEmpty() && own != badge.word) badge.word = tr("%1 (%2)").arg(badge.word, own);
  return badge;
}

using widgets::TextRole;
using widgets::Tone;

StuckNow::StuckNow(QWidget* parent)
    : Card(tr("Stuck now"), parent),
      number_(new widgets::PlainLabel({}, nullptr, TextRole::title)),
      words_(widgets::wrapped()),
      oldest_(new widgets::PlainLabel(tr("The oldest:"), nullptr, TextRole::strong)),
      rows_(widgets::columnOf(nullptr, widgets::tokensOf(this).unit)) {
  number_->setObjectName(QStringLiteral("stuckNow"));
  words_->setObjectName(QStringLiteral("stuckWords"));
  widgets::fill(body(), {number_, words_, oldest_, rows_, widgets::stretch()});
  setUnknown({});
}

void StuckNow::say(const QString& number, const QString& words, Tone tone) {
  number_->setText(number);
  number_->setTone(tone);
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
  oldest_->hide();
  widgets::empty(rows_);
  isAnyStuck_ = false;
}

void StuckNow::setUnknown(const QString& why) { say(tr("unknown"), why, Tone::muted); }

void StuckNow::setReading() { say(tr("reading…"), {}, Tone::muted); }

void StuckNow::setStuck(const browse::StuckSummary& stuck, const tables::Profile& profile) {
  const unfinished::Answer& answer = stuck.answer;
  if (answer.nothing_is_stuck()) return say(QStringLiteral("0"), widgets::text(browse::none_stuck(profile)), Tone::ok);
  if (!answer.some_are_stuck()) {
    const QString why = answer.leases_are_seen ? widgets::text(unfinished::explanation(answer.knowledge))
                                               : tr("The mapping does not define when a row is stuck.");
    return setUnknown(why);
  }
  const QString count = widgets::text(unfinished::how_many(answer.knowledge, answer.stuck));
  say(count, widgets::text(unfinished::explanation(answer.knowledge)), Tone::warn);
  isAnyStuck_ = true;
  oldest_->setVisible(!stuck.oldest.empty());
  for (const browse::KeyRow& row : stuck.oldest) addRow(row, stuck.as_of);
}

void StuckNow::addRow(const browse::KeyRow& row, Timestamp asOf) {
  auto* key = widgets::elided(TextRole::mono);
  key->setText(widgets::shown(row.id.key));
  QStringList words;
  if (const auto at = row.lease_ended(); at && at->is_finite()) words.append(tr("stuck for %1").arg(widgets::span(asOf - *at)));
  if (!row.state_word.empty()) words.append(widgets::shown(row.state_word));
  if (row.subject.customer) words.append(widgets::shown(*row.subject.customer));
  if (row.subject.amount) words.append(widgets::money(row.subject));
  auto* about = widgets::elided(TextRole::caption);
  about->setText(words.join(QStringLiteral(" · ")));
  if (const auto at = row.lease_ended()) about->setToolTip(widgets::toolTip(widgets::exact(*at, clock_)));
  auto* box = new QWidget;
  widgets::fill(widgets::columnOf(box, 0), {key, about});
  rows_->addWidget(box);
}

}  // namespace onceover::ui

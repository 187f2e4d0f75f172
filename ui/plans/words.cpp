// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/words.h"

#include <tuple>

#include "core/reconcile/target.h"

namespace onceover::plans {

using plan::ItemState;
using plan::State;
using plan::Verb;
using widgets::Badge;
using widgets::FieldChange;
using widgets::number;
using widgets::shown;
using widgets::Tone;

namespace {

// Rows, and how much.
struct Counted {
  std::int64_t n = 0;
  key::Sums money;
  void add(const plan::Totals::Line& line) {
    n += line.n;
    money.add(line.money);
  }
  QString inWords() const { return number(n) + widgets::sumsBeside(money); }
  // Within a sentence: "2 rows (715.78 EUR)".
  QString sums() const {
    return widgets::sumsBeside(money).isEmpty() ? QString()
                                                : QStringLiteral(" (%1)").arg(widgets::sumsShown(money));
  }
};

// Evidence was there and settles nothing: the run takes the row over, asks again, and files what it hears as
// a case.
bool isFiled(Verb act, const std::string& foreseen, bool writes) {
  const auto kind = reconcile::verdict_kind_from_word(foreseen);
  if (writes || !kind) return false;
  return act == Verb::settle || !reconcile::is_offered(*kind) ||
         *kind == reconcile::VerdictKind::done_needs_response;
}

QString rate(double perSecond) { return tr("%1/s").arg(number(perSecond, 'f', perSecond < 10 ? 1 : 0)); }

}  // namespace

QString rowsInWords(std::int64_t n) { return tr("%Ln rows", nullptr, widgets::counted(n)); }

QString runDoes(Verb act, const std::string& foreseen, bool writes) {
  if (foreseen.empty()) return tr("looked at then");
  if (writes) return tr("written");
  return isFiled(act, foreseen, writes) ? tr("asked again, not settled") : tr("not written");
}

Badge badgeOf(State state) {
  const QString word = widgets::wordShown(plan::word(state));
  switch (state) {
    case State::frozen: return {word, QStringLiteral("ring"), Tone::muted};
    case State::ready: return {word, QStringLiteral("eye"), Tone::info};
    case State::running: return {word, QStringLiteral("play"), Tone::accent};
    case State::paused: return {word, QStringLiteral("pause"), Tone::warn};
    case State::stopped: return {word, QStringLiteral("stop"), Tone::danger};
    // what it left is not known here
    case State::finished: return {word, QStringLiteral("check"), Tone::neutral};
  }
  return {word, QStringLiteral("question"), Tone::muted};
}

Badge badgeOf(const plan::Plan& plan) {
  if (!plan.unreadable.empty()) return {tr("unreadable"), QStringLiteral("warning"), Tone::danger};
  return badgeOf(plan.state);
}

Badge badgeOf(ItemState state) {
  const QString word = widgets::wordShown(plan::word(state));
  switch (state) {
    case ItemState::waiting: return {word, QStringLiteral("clock"), Tone::muted};
    case ItemState::done: return {word, QStringLiteral("check"), Tone::ok};
    case ItemState::skipped: return {word, QStringLiteral("arrow-right"), Tone::info};
    case ItemState::unsettled: return {word, QStringLiteral("question"), Tone::warn};
    case ItemState::failed: return {word, QStringLiteral("cross"), Tone::danger};
  }
  return {word, QStringLiteral("question"), Tone::muted};
}

QString actTitle(Verb act) {
  switch (act) {
    case Verb::settle: return tr("Settle");
    case Verb::release: return tr("Release");
    case Verb::extend: return tr("Extend");
    case Verb::requeue: return tr("Requeue");
    case Verb::discard: return tr("Discard");
    case Verb::reap: return tr("Reap");
    default: return {};
  }
}

QString doesInWords(const plan::Plan& plan) {
  const QString what = tr("%1 of %2").arg(rowsInWords(plan.items), widgets::relationShown(plan.relation));
  const QString gateway = plan.gateway ? tr("the gateway “%1”").arg(shown(plan.gateway->name)) : QString();
  switch (plan.act) {
    case Verb::settle: return tr("Settles %1 by the evidence of %2.").arg(what, gateway);
    case Verb::release:
      return plan.gateway ? tr("Releases %1 where %2 knows of no effect: the next retry does the work.")
                                .arg(what, gateway)
                          : tr("Releases %1 by manual override: the next retry may do the work.").arg(what);
    case Verb::extend:
      return tr("Extends the lease of %1 to %2 from the moment of writing.")
          .arg(what, widgets::span(plan.options.lease));
    case Verb::requeue: return tr("Requeues %1: the table's workers try them again.").arg(what);
    case Verb::discard: return tr("Discards %1: they are never tried again.").arg(what);
    case Verb::reap:
      return plan.options.within_window
                 ? tr("Deletes %1 that are finished, their window ended or not.").arg(what)
                 : tr("Deletes %1 that are finished and whose window has ended.").arg(what);
    default: return {};
  }
}

std::vector<FieldChange> touchedBy(const plan::Plan& plan) {
  const plan::Writes writes = plan::writes_of(plan);
  std::vector<FieldChange> fields{
      {tr("Table"), plan.relation.empty() ? tr("unknown") : widgets::relationShown(writes.table), {}, false}};
  for (const std::string& line : writes.lines) fields.push_back({tr("Writes"), shown(line), {}, false});
  for (const std::string& option : writes.options) fields.push_back({tr("Option"), shown(option), {}, false});
  return fields;
}

QString verdictWord(const std::string& word) {
  return word == "skip" ? tr("left alone") : widgets::wordShown(word);
}

plan::Work workOf(const plan::Plan& plan) {
  return plan.started_at || plan.state == State::running || plan.state == State::finished
             ? plan::Work::run
             : plan::Work::dry_run;
}

Progress progressOf(const plan::Totals& t, plan::Work of) {
  const bool dry = of == plan::Work::dry_run;
  Progress progress;
  progress.total = t.items;
  progress.done = dry ? t.foreseen : t.items - t.waiting;
  progress.words = (dry ? tr("%1 of %2 looked at") : tr("%1 of %2 ended"))
                       .arg(number(progress.done), number(progress.total));
  const double perSecond = dry ? t.foreseen_per_second : t.per_second;
  if (progress.done >= progress.total || perSecond <= 0) return progress;
  progress.words += QStringLiteral(" · ") + rate(perSecond);
  if (const auto& left = dry ? t.foreseen_remaining : t.remaining) {
    progress.words += QStringLiteral(" · ") +
                      tr("%1 left").arg(widgets::span(std::chrono::ceil<std::chrono::seconds>(*left)));
  }
  return progress;
}

bool isMoving(const plan::Plan& plan, const plan::Totals& totals) {
  if (plan.state == State::running) return true;
  return plan.state == State::frozen && (totals.taken > 0 || totals.foreseen_per_second > 0);
}

std::vector<FieldChange> foreseenAndCame(const plan::Totals& totals) {
  std::map<std::pair<QString, QString>, Counted> counts;
  for (const plan::Totals::Line& line : totals.lines) {
    QString came = widgets::dash;
    if (line.state != ItemState::waiting) {
      came = widgets::wordShown(plan::word(line.state));
      if (!line.outcome.empty() && line.outcome != plan::word(line.state))
        came += QStringLiteral(": ") + verdictWord(line.outcome);
    }
    counts[{verdictWord(line.foreseen), came}].add(line);
  }
  std::vector<FieldChange> fields;
  for (const auto& [words, counted] : counts)
    fields.push_back({words.first, words.second, counted.inWords(), false});
  std::ranges::stable_sort(fields, {}, [](const FieldChange& field) { return field.name == widgets::dash; });
  return fields;
}

std::vector<FieldChange> whatIsWritten(Verb act, const plan::Totals& totals) {
  std::map<std::tuple<bool, QString, QString>, Counted> counts;
  for (const plan::Totals::Line& line : totals.lines) {
    if (line.state != ItemState::waiting) continue;
    const QString foreseen = line.foreseen.empty() ? tr("not looked at") : verdictWord(line.foreseen);
    counts[{!line.foreseen_writes, foreseen, runDoes(act, line.foreseen, line.foreseen_writes)}].add(line);
  }
  std::vector<FieldChange> fields;
  for (const auto& [words, counted] : counts)
    fields.push_back({std::get<1>(words), counted.inWords(), std::get<2>(words), false});
  return fields;
}

std::int64_t wouldBeWritten(const plan::Totals& totals) {
  std::int64_t n = 0;
  for (const plan::Totals::Line& line : totals.lines) {
    if (line.state == ItemState::waiting && line.foreseen_writes) n += line.n;
  }
  return n;
}

key::Sums moneyWritten(const plan::Totals& totals) {
  key::Sums sums;
  for (const plan::Totals::Line& line : totals.lines) {
    if (line.state == ItemState::waiting && line.foreseen_writes) sums.add(line.money);
  }
  return sums;
}

QString runInWords(Verb act, const plan::Totals& totals) {
  const key::Sums money = moneyWritten(totals);
  const bool hasMoney = !widgets::sumsBeside(money).isEmpty();
  const bool files = std::ranges::any_of(totals.lines, [act](const plan::Totals::Line& line) {
    return line.state == ItemState::waiting && isFiled(act, line.foreseen, line.foreseen_writes);
  });
  return tr("It would write %1 of the %2 that wait.")
             .arg(number(wouldBeWritten(totals)), rowsInWords(totals.waiting)) +
         (hasMoney ? QLatin1Char(' ') + tr("Amounts: %1.").arg(widgets::sumsShown(money)) : QString()) +
         QLatin1Char('\n') +
         tr("Each is asked about afresh. Where the row or the verdict is not what was foreseen, it is "
            "skipped, and the report shows what changed.") +
         (files ? QLatin1Char('\n') +
                      tr("A row whose evidence settles nothing gets a case and an audit row with the answer.")
                : QString());
}

QString leftInWords(const plan::Plan& plan, const plan::Totals& totals) {
  if (plan.state != State::finished) return {};
  Counted open, skipped;
  for (const plan::Totals::Line& line : totals.lines) {
    if (line.state == ItemState::unsettled || line.state == ItemState::failed) open.add(line);
    if (line.state == ItemState::skipped) skipped.add(line);
  }
  QStringList words;
  const bool settles = plan.act == Verb::settle || plan.act == Verb::release;
  const int n = widgets::counted(open.n), others = widgets::counted(skipped.n);
  if (n > 0)
    words.append((settles ? tr("%Ln rows%1 are not settled.", nullptr, n)
                          : tr("%Ln rows%1 were not written.", nullptr, n))
                     .arg(open.sums()));
  if (others > 0) words.append(tr("%Ln rows%1 were skipped.", nullptr, others).arg(skipped.sums()));
  return words.join(QLatin1Char(' '));
}

std::vector<FieldChange> factsOf(const plan::Plan& plan, widgets::ClockChoice clock) {
  std::vector<FieldChange> facts;
  const auto add = [&facts](const QString& name, const QString& value) {
    if (!value.isEmpty()) facts.push_back({name, value, {}, false});
  };
  const auto time = [&](const std::optional<Timestamp>& at) {
    return at ? widgets::exact(*at, clock) : QString();
  };
  add(tr("Why"), shown(plan.reason));
  if (!plan.ticket.empty()) add(tr("Ticket"), shown(plan.ticket));
  if (!plan.proof.empty()) add(tr("What shows it"), shown(plan.proof));
  add(tr("Frozen set"), tr("%1, by %2").arg(rowsInWords(plan.items), shown(plan.chosen_by)));
  for (const FieldChange& touched : touchedBy(plan)) add(touched.name, touched.before);
  if (plan.gateway) add(tr("Gateway"), shown(plan.gateway->name));
  if (!plan.state_why.empty()) add(tr("State, why"), shown(plan.state_why));
  add(tr("Made by"),
      tr("%1 on %2 as %3").arg(shown(plan.actor.name), shown(plan.actor.host), shown(plan.db_user)));
  add(tr("Made"), time(plan.created_at));
  add(tr("Dry run"), time(plan.ready_at));
  add(tr("Started"), time(plan.started_at));
  add(tr("Finished"), time(plan.finished_at));
  if (plan.unreadable.empty())
    add(tr("Stops itself"),
        tr("at %1 % and %2 errors")
            .arg(number(plan.options.error_share * 100, 'g', 6), number(plan.options.error_count)));
  if (plan.options.rate > 0) add(tr("Rate"), tr("%1/s at most").arg(number(plan.options.rate, 'g', 6)));
  add(tr("Database"), shown(plan.made_on.database));
  return facts;
}

std::vector<FieldChange> linesOf(const std::vector<plan::LineError>& errors) {
  // More than a person mends by hand.
  constexpr std::size_t most = 1000;
  std::vector<FieldChange> lines;
  for (std::size_t i = 0; i < std::min(errors.size(), most); ++i) {
    lines.push_back(
        {errors[i].line > 0 ? number(errors[i].line) : widgets::dash, shown(errors[i].what), {}, false});
  }
  if (errors.size() > most)
    lines.push_back({widgets::dash,
                     tr("and %1 more").arg(number(static_cast<std::int64_t>(errors.size() - most))),
                     {},
                     false});
  return lines;
}

std::vector<Verb> actsFor(const tables::Profile& profile) {
  if (tables::is_own(profile)) return {Verb::settle, Verb::release, Verb::extend, Verb::reap};
  std::vector<Verb> acts;
  const auto writes = [&profile](tables::Verb verb) { return profile.writes.contains(verb); };
  if (writes(tables::Verb::succeed) || writes(tables::Verb::fail) || writes(tables::Verb::release))
    acts.push_back(Verb::settle);
  if (writes(tables::Verb::release)) acts.push_back(Verb::release);
  if (writes(tables::Verb::extend)) acts.push_back(Verb::extend);
  if (writes(tables::Verb::requeue)) acts.push_back(Verb::requeue);
  if (writes(tables::Verb::discard)) acts.push_back(Verb::discard);
  return acts;
}

}  // namespace onceover::plans

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alerts.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <cmath>

#include "core/tables/sql.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/widgets.h"

namespace onceover::alerts {
namespace {

// Rules look back five minutes: a banner that comes a quarter of one later is early enough.
constexpr auto lookEvery = std::chrono::seconds(15);
// A look that costs the server much rests so many times as long as it took.
constexpr int restTimes = 20;
constexpr std::chrono::milliseconds lookAtLeastEvery = std::chrono::minutes(2);

// Looks at one table after the other; a table that cannot be read keeps no other from it.
Result<Looked> lookAt(bridge::Reader& reader, const bridge::DescribedTables& described, bool hasOwn,
                      const std::shared_ptr<const tables::Profile>& inbox) {
  const auto from = Steady::now();
  const std::string read = tables::table_name(reader.profile());
  Looked looked;
  const auto add = [&](const std::shared_ptr<const tables::Profile>& table, std::string name) {
    // Of the table that is read, it is known what a walk found.
    std::optional<browse::Browser> other;
    if (tables::table_name(*table) != read) other.emplace(reader.connection(), *table);
    auto observed = observe(reader.connection(), other ? *other : reader.browser(), *table);
    if (observed && inbox && tables::is_own(*table)) {
      browse::Browser received(reader.connection(), *inbox);
      auto lag = observe(reader.connection(), received, *inbox);
      if (!lag && reader.isOver(lag.error())) observed = fail(lag.error());
      if (observed)
        observed->unsent =
            lag ? lag->unsent
                : Observed::Waiting{.known = unfinished::Known::unknown, .why = lag.error().what};
    }
    looked.tables.push_back({table, std::move(name), std::move(observed)});
    return looked.tables.back().observed || !reader.isOver(looked.tables.back().observed.error());
  };
  const auto failed = [&] { return fail(looked.tables.back().observed.error()); };
  if (hasOwn && !add(bridge::ownProfile(), {})) return failed();
  for (const auto& table : bridge::tablesFor(reader, described, false)) {
    if (tables::is_own(*table) || tables::own_events(table->name)) continue;
    if (!add(table, table->schema + '.' + table->table)) return failed();
    // Described for another database.
    const Result<Observed>& observed = looked.tables.back().observed;
    const bool isElsewhere =
        !observed && (observed.error().sqlstate == "42P01" || observed.error().sqlstate == "3F000");
    if (isElsewhere && tables::table_name(*table) != read) looked.tables.pop_back();
  }
  for (std::size_t i = 1; i < looked.tables.size(); ++i) {
    if (auto& observed = looked.tables[i].observed)
      observed->approvals = observed->other_cases = std::nullopt;
  }
  looked.took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - from);
  return looked;
}

}  // namespace

Observed together(const std::vector<ObservedTable>& tables) {
  using unfinished::Known;
  Observed all;
  const auto add = [&](std::optional<Observed::Waiting>& sum, const std::optional<Observed::Waiting>& part,
                       const std::string& name) {
    if (!part) return;
    Observed::Waiting next = *part;
    if (tables.size() > 1 && next.n > 0) {
      const std::string at_least = next.known == Known::exact ? "" : "at least ";
      next.why = fmt::format("{}{} in {}.{}{}", at_least, next.n, name.empty() ? "onceover" : name,
                             next.why.empty() ? "" : " ", next.why);
    }
    if (!sum) {
      sum = std::move(next);
      return;
    }
    sum->n += next.n;
    if (sum->known != Known::exact || next.known != Known::exact) sum->known = Known::at_least;
    if (!sum->why.empty() && !next.why.empty()) sum->why += ' ';
    sum->why += next.why;
  };
  for (const ObservedTable& one : tables) {
    if (!one.observed) {
      const Observed::Waiting unknown{.known = Known::unknown,
                                      .why = fmt::format("{}: {}", one.name, one.observed.error().what)};
      const bool hasKeys = one.table->kind == tables::Kind::idempotency;
      add(hasKeys ? all.stuck : all.inbox_dead, unknown, one.name);
      continue;
    }
    const Observed& o = *one.observed;
    add(all.stuck, o.stuck, one.name);
    add(all.not_retried, o.not_retried, one.name);
    add(all.needs_human, o.needs_human, one.name);
    add(all.inbox_dead, o.dead ? o.dead : o.inbox_dead, one.name);
    add(all.given_up, o.given_up, one.name);
    add(all.approvals, o.approvals, one.name);
    add(all.other_cases, o.other_cases, one.name);
  }
  return all;
}

AlertWatch::AlertWatch(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  timer_.setInterval(lookEvery);
  connect(&timer_, &QTimer::timeout, this, &AlertWatch::lookSoon);
  // The counts beside the places are those of the page that shows what was written.
  connect(&session_, &bridge::Session::wrote, this, &AlertWatch::lookSoon);
  connect(&session_, &bridge::Session::busyChanged, this, [this](bool busy) {
    if (!busy && isDue_) look();
  });
  // A look that was under way was cancelled, and a table may have been described just now.
  connect(&session_, &bridge::Session::profileChanged, this, [this] { isDue_ = true; });
  // Over a lost connection nothing is known, and the shell says that.
  connect(&session_, &bridge::Session::stateChanged, this, &AlertWatch::forget);
}

void AlertWatch::setSettings(const Settings& settings) {
  settings_ = settings;
  look();
}

// Two databases may be reached under one name at different times.
std::string AlertWatch::place() const {
  const pg::ServerIdentity& server = session_.facts().identity;
  return widgets::bytes(session_.connection().conninfo) + '\n' +
         server.system_identifier.value_or(std::string()) + '\n' + std::to_string(server.database_oid);
}

std::shared_ptr<const tables::Profile> AlertWatch::tableNamed(const std::string& table) const {
  const auto named = [&](const auto& one) {
    return table.empty() ? tables::is_own(*one) : one->schema + '.' + one->table == table;
  };
  const auto found = std::ranges::find_if(tables_, named);
  return found == tables_.end() ? nullptr : *found;
}

void AlertWatch::forget() {
  if (!place_.empty()) left_[std::exchange(place_, {})] = firing_;
  firing_.clear();
  tables_.clear();
  problem_.clear();
  observed_.reset();
  emit changed();
  emit observedChanged();
  session_.isReady() ? timer_.start() : timer_.stop();
  look();
}

void AlertWatch::lookSoon() {
  isDue_ = true;
  if (!session_.isBusy()) look();
}

void AlertWatch::look() {
  isDue_ = false;
  if (!session_.isReady()) return;
  const schema::Status& store = session_.facts().schema;
  const bool isOlder = store.fit == schema::Fit::older;
  const bool hasOwn = store.is_readable() && !isOlder;
  const auto& events = session_.facts().eventTables;
  session_.read<Looked>(
      this, tr("Checking alert rules"),
      [described = session_.described(), hasOwn, inbox = events.empty() ? nullptr : events.front()](
          bridge::Reader& reader) { return lookAt(reader, described, hasOwn, inbox); },
      [this](const Result<Looked>& looked) { take(looked); });
}

void AlertWatch::take(const Result<Looked>& looked) {
  if (!looked && looked.error().is_cancelled()) return;
  const std::vector<Firing> before = firing_;
  QStringList problems;
  if (tables::is_own(session_.profile()) && session_.facts().schema.fit == schema::Fit::older)
    problems.append(tr("The store in this database has an older version."));
  if (looked) {
    timer_.setInterval(
        std::clamp<std::chrono::milliseconds>(looked->took * restTimes, lookEvery, lookAtLeastEvery));
    if (place_.empty()) {
      place_ = place();
      firing_ = left_[place_];
    }
    tables_.clear();
    std::vector<Firing> now;
    for (const ObservedTable& one : looked->tables) {
      tables_.push_back(one.table);
      std::vector<Firing> here;
      std::ranges::copy_if(firing_, std::back_inserter(here),
                           [&](const Firing& was) { return was.table == one.name; });
      if (one.observed) {
        here = follow(std::move(here), judge(*one.observed, settings_), one.observed->as_of);
      } else {
        problems.append(widgets::sentences(one.observed.error()));
        for (Firing& was : here) was.is_known = false;
      }
      for (Firing& each : here) each.table = one.name;
      std::ranges::move(here, std::back_inserter(now));
    }
    firing_ = std::move(now);
    observed_ = looked->tables.empty() ? std::nullopt : std::optional(together(looked->tables));
  } else {
    problems.append(widgets::sentences(looked.error()));
    for (Firing& one : firing_) one.is_known = false;
    observed_.reset();
  }
  emit observedChanged();
  const QString problem = problems.join(QLatin1Char('\n'));
  if (std::exchange(problem_, problem) != problem || firing_ != before) emit changed();
  if (looked) emit this->looked();
}

void AlertWatch::mute() {
  for (Firing& one : firing_) one.is_muted = true;
  emit changed();
}

namespace {

QString pageOf(Rule rule) {
  switch (rule) {
    case Rule::stuck_age:
    case Rule::not_retried: return QStringLiteral("leases");
    case Rule::needs_human: return QStringLiteral("queue");
    case Rule::dead_letters:
    case Rule::lag:
    case Rule::inbox_dead: return QStringLiteral("inbox");
    case Rule::outbox_lag:
    case Rule::outbox_parked:
    case Rule::outbox_dead:
    case Rule::topic_without_relay: return QStringLiteral("outbox");
    default: return QStringLiteral("metrics");
  }
}

QString wordOf(Rule rule) {
  switch (rule) {
    case Rule::conflict_share: return tr("share of conflicts");
    case Rule::mismatch_client: return tr("mismatches of one client");
    case Rule::replay_share: return tr("share of replays");
    case Rule::stuck_age: return tr("age of stuck leases");
    case Rule::not_retried: return tr("released and not retried");
    case Rule::needs_human: return tr("cases for a person");
    case Rule::dead_letters: return tr("dead letters of the table");
    case Rule::lag: return tr("age of waiting events");
    case Rule::no_completions: return tr("no completions");
    case Rule::outbox_lag: return tr("age of unpublished events");
    case Rule::outbox_parked: return tr("parked events");
    case Rule::outbox_dead: return tr("dead events of the outbox");
    case Rule::inbox_dead: return tr("dead letters of the inbox");
    case Rule::topic_without_relay: return tr("topics without a relay");
  }
  return {};
}

QString levelOf(Level level) { return level == Level::critical ? tr("Critical") : tr("Warning"); }

QString lineOf(const Firing& firing, widgets::ClockChoice clock) {
  const Timestamp second{firing.since.us / 1'000'000 * 1'000'000};
  const QString since = widgets::exact(second, clock).remove(QStringLiteral(".000"));
  const QString level = levelOf(firing.alert.level), text = widgets::shown(firing.alert.text);
  // Parts, and no sentence: what core says of the store stands for itself in every language.
  QStringList parts{level, widgets::shown(firing.table), text, tr("seen since %1").arg(since)};
  if (!firing.is_known) parts.append(tr("current state unknown"));
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

QString titleOf(Rule rule) {
  QString title = wordOf(rule);
  title[0] = title[0].toUpper();
  return title;
}

Notice noticeOf(const std::vector<Firing>& firing, widgets::ClockChoice clock) {
  const Firing* first = gravest(firing);
  if (first == nullptr) return {};
  Notice notice;
  notice.tone = first->alert.level == Level::critical ? widgets::Tone::danger : widgets::Tone::warn;
  notice.page = pageOf(first->alert.rule);
  notice.table = first->table;
  notice.text = lineOf(*first, clock);
  QStringList details, others;
  for (const Firing& one : firing) {
    details.append(lineOf(one, clock) + '\n' + widgets::text(meaning(one.alert.rule)));
    if (&one == first || one.is_muted) continue;
    const QString rule = wordOf(one.alert.rule);
    others.append(one.table == first->table ? rule
                                            : tr("%1 in %2")
                                                  .arg(rule, one.table.empty() ? QStringLiteral("onceover")
                                                                               : widgets::shown(one.table)));
  }
  // In one line where there is room: a bar that grows moves what is above it.
  const auto further = others.size() - 2;
  if (further > 0)
    others = others.mid(0, 2) + QStringList(tr("%Ln more", nullptr, widgets::counted(further)));
  if (!others.isEmpty()) notice.text += tr(" · also: %1").arg(others.join(QStringLiteral(", ")));
  notice.detail = details.join(QStringLiteral("\n\n"));
  return notice;
}

namespace {

QString valueIn(Rule rule, double value) {
  if (unit(rule) == "s") return widgets::span(std::chrono::seconds(std::llround(value)));
  const QString n = widgets::number(std::llround(value));
  return unit(rule) == "%" ? n + QStringLiteral(" %") : n;
}

DesktopNotice desktopNotice(const Firing& firing, const Settings& settings, const QString& connection) {
  const Alert& alert = firing.alert;
  const bool isCritical = alert.level == Level::critical;
  DesktopNotice out;
  out.isCritical = isCritical;
  out.title = tr("Onceover: %1").arg(connection);
  out.body = (isCritical ? tr("Critical: %1") : tr("Warning: %1")).arg(titleOf(alert.rule));
  if (alert.value) out.body += QLatin1Char(' ') + valueIn(alert.rule, *alert.value);
  const Limits& limits = settings.of(alert.rule);
  if (const auto limit = isCritical ? limits.critical : limits.warning)
    out.body += tr(" (limit %1)").arg(valueIn(alert.rule, *limit));
  return out;
}

}  // namespace

QList<DesktopNotice> Announcer::take(const std::vector<Firing>& firing, const Settings& settings,
                                     bool isWatched, const QString& connection) {
  std::erase_if(told_, [&](const auto& one) {
    return std::ranges::none_of(
        firing, [&](const Firing& now) { return std::pair(now.table, now.alert.rule) == one.first; });
  });
  QList<DesktopNotice> out;
  for (const Firing& one : firing) {
    if (!one.is_known || one.is_muted ||
        !told_.try_emplace({one.table, one.alert.rule}, one.alert.level).second || isWatched)
      continue;
    out.append(desktopNotice(one, settings, connection));
  }
  return out;
}

using widgets::PlainLabel;
using widgets::TextRole;

RulesDialog::RulesDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), settings_(settings), problem_(widgets::wrapped(TextRole::body)) {
  setWindowTitle(tr("Alert rules"));
  setAttribute(Qt::WA_DeleteOnClose);
  new widgets::DialogGuard(this);
  setMinimumWidth(640);
  auto* layout = new QVBoxLayout(this);
  auto* words = widgets::wrappedText(
      tr("A rule fires while its value is above a limit. An empty limit means none; with both empty the rule "
         "is off. Write ages as 30s, 5m or 2h. `oncectl check` applies the same rules for a monitoring "
         "system."));
  layout->addWidget(words);
  auto* rules = new QWidget;
  auto* grid = new QGridLayout(rules);
  grid->setColumnStretch(0, 1);
  grid->addWidget(new PlainLabel(tr("Rule"), nullptr, TextRole::caption), 0, 0);
  grid->addWidget(new PlainLabel(tr("Warning above"), nullptr, TextRole::caption), 0, 1);
  grid->addWidget(new PlainLabel(tr("Critical above"), nullptr, TextRole::caption), 0, 2);
  for (const Rule rule : all_rules) {
    const int line = grid->rowCount();
    auto* about = widgets::columnOf(nullptr, 0);
    about->addWidget(new PlainLabel(titleOf(rule), nullptr, TextRole::strong));
    auto* meaning_words = widgets::wrappedText(widgets::text(meaning(rule)), TextRole::caption);
    about->addWidget(meaning_words);
    grid->addLayout(about, line, 0);
    Row row{rule, widgets::lineEdit(tr("%1: warning above").arg(titleOf(rule)), tr("none")),
            widgets::lineEdit(tr("%1: critical above").arg(titleOf(rule)), tr("none"))};
    for (QLineEdit* edit : {row.warning, row.critical}) edit->setMaximumWidth(110);
    grid->addWidget(row.warning, line, 1);
    grid->addWidget(row.critical, line, 2);
    grid->addWidget(new PlainLabel(widgets::text(unit(rule)), nullptr, TextRole::caption), line, 3);
    rows_.append(row);
  }
  layout->addWidget(widgets::scrolled(rules, tr("Rules and their limits")));
  resize(700, 620);
  problem_->setTone(widgets::Tone::danger);
  problem_->hide();
  layout->addWidget(problem_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults);
  QPushButton* apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &RulesDialog::check);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
          [this] { fill({}); });
  for (QAbstractButton* button : buttons->buttons())
    static_cast<QPushButton*>(button)->setAutoDefault(button == apply);
  apply->setDefault(true);
  widgets::tabAfter(rows_.back().critical, *buttons);
  fill(settings);
  rows_.front().warning->setFocus();
}

void RulesDialog::fill(const Settings& settings) {
  const auto text = [](const std::optional<double>& limit) {
    return limit ? QString::number(*limit, 'g', 12) : QString();
  };
  for (const Row& row : rows_) {
    row.warning->setText(text(settings.of(row.rule).warning));
    row.critical->setText(text(settings.of(row.rule).critical));
  }
}

// What is wrong is said with the field in focus, and nothing is applied.
void RulesDialog::check() {
  Settings typed = settings_;
  for (const Row& row : rows_) {
    const std::string warning = widgets::bytes(row.warning->text().trimmed()),
                      critical = widgets::bytes(row.critical->text().trimmed());
    const std::string limits = warning.empty() && critical.empty() ? "off" : warning + ',' + critical;
    if (auto set = set_from_text(typed, std::string(name(row.rule)) + '=' + limits); !set) {
      problem_->setText(tr("%1: a limit must be empty or not negative, and the warning must not be above the "
                           "critical limit.")
                            .arg(titleOf(row.rule)));
      problem_->show();
      row.warning->setFocus();
      return;
    }
  }
  settings_ = typed;
  accept();
}

}  // namespace onceover::alerts

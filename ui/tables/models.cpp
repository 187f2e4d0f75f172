// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/models.h"

#include "core/browse/inspected.h"
#include "core/browse/promises.h"
#include "core/tables/detect/questions.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

namespace {

widgets::Badge badgeOfWrite(const Draft& draft, tables::Verb verb) {
  if (!draft.profile.writes.contains(verb))
    return {RolesModel::tr("not offered"), QStringLiteral("ring"), widgets::Tone::muted};
  const auto offer = draft.offers.find(verb);
  if (offer == draft.offers.end())
    return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
  if (offer->second.is_offered())
    return {RolesModel::tr("offered"), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("not possible"), QStringLiteral("cross"), widgets::Tone::warn};
}

widgets::Badge badgeOf(const Draft& draft, const RoleInfo& info) {
  if (const auto verb = verbOf(info.id)) return badgeOfWrite(draft, *verb);
  if (draft.unknown.contains(info.id))
    return {RolesModel::tr("please choose"), QStringLiteral("question"), widgets::Tone::warn};
  if (is_open(draft, info.id))
    return {RolesModel::tr("how long?"), QStringLiteral("question"), widgets::Tone::warn};
  const auto told = draft.told.find(info.id);
  const bool isFound = told != draft.told.end() && told->second.is == tables::RoleAnswer::Is::found;
  const bool isThere =
      columnsShown(draft.profile, info.id) != widgets::dash || !formShown(draft, info.id).isEmpty();
  if (info.id == "order" && draft.profile.order.empty())
    return {RolesModel::tr("follows"), QStringLiteral("ring"), widgets::Tone::muted};
  if (!isThere) return {RolesModel::tr("none"), QStringLiteral("ring"), widgets::Tone::muted};
  if (isFound && !draft.said.contains(info.id))
    return {confidenceWord(told->second.confidence), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
}

// What the server allows, in its own sentences.
QString whyOfWrite(const Draft& draft, tables::Verb verb) {
  const auto offer = draft.offers.find(verb);
  if (!draft.profile.writes.contains(verb) || offer == draft.offers.end()) return {};
  if (offer->second.is_offered())
    return RolesModel::tr("The server lets this connection write it when writes are armed.");
  return widgets::shownAll(offer->second.why_not);
}

}  // namespace

QString whyOf(const Draft& draft, const std::string& role) {
  if (const auto open = draft.unknown.find(role); open != draft.unknown.end())
    return widgets::shown(open->second);
  if (const auto verb = verbOf(role)) return whyOfWrite(draft, *verb);
  const auto told = draft.told.find(role);
  return told == draft.told.end() ? QString() : widgets::shown(told->second.why);
}

RolesModel::RolesModel(QObject* parent) : RowsModel(parent) {
  const auto why = [this](const RoleInfo& info) {
    const QString words = whyOf(draft_, info.id);
    return words.isEmpty() ? info.what : words;
  };
  setColumns({
      {{tr("Role"), 17},
       [](const RoleInfo& info) { return info.title; },
       [](const RoleInfo& info) { return info.what; }},
      {{tr("Sure"), 19}, [this](const RoleInfo& info) { return badgeOf(draft_, info); }, why},
      {{tr("Columns"), 18},
       [this](const RoleInfo& info) { return columnsShown(draft_.profile, info.id); },
       why},
      {{tr("Kept as"), 16, Stretch},
       [this](const RoleInfo& info) { return formShown(draft_, info.id); },
       why},
  });
  setRows(roleInfos());
}

void RolesModel::setDraft(const Draft& draft) {
  draft_ = draft;
  changed();
}

int RolesModel::rowOf(const std::string& role) const {
  return rowWhere([&role](const RoleInfo& info) { return info.id == role; });
}

namespace {

constexpr std::size_t mostRows = 50;
constexpr qsizetype narrowest = 9, widest = 24;

std::size_t shownRowsOf(const tables::TableFacts& facts) { return std::min(facts.sampled_rows(), mostRows); }

QString rolesOf(const Draft& draft, const std::string& column) {
  QStringList words;
  for (const std::string& role : tables::roles_of_column(draft, column)) words.append(roleInfo(role).title);
  return words.join(QStringLiteral(", "));
}

}  // namespace

void OwnRowsModel::setDraft(const Draft& draft) {
  const bool isSame = facts_.schema == draft.facts.schema && facts_.name == draft.facts.name &&
                      facts_.columns.size() == draft.facts.columns.size();
  if (!isSame) beginResetModel();
  facts_ = draft.facts;
  roles_.clear();
  for (const tables::ColumnFacts& column : facts_.columns) roles_.append(rolesOf(draft, column.name));
  if (!isSame) return endResetModel();
  if (columnCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int OwnRowsModel::columnOf(const std::string& name) const {
  const auto found = std::ranges::find(facts_.columns, name, &tables::ColumnFacts::name);
  return found == facts_.columns.end() ? -1 : static_cast<int>(found - facts_.columns.begin());
}

QVector<int> OwnRowsModel::widths() const {
  QVector<int> all;
  for (int column = 0; column < columnCount(); ++column) {
    qsizetype width =
        std::max(narrowest, headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().size());
    for (int row = 0; row < rowCount(); ++row)
      width = std::max(width, data(index(row, column), Qt::DisplayRole).toString().size());
    all.append(static_cast<int>(std::min(width, widest)) + 2);
  }
  return all;
}

int OwnRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : 1 + static_cast<int>(shownRowsOf(facts_));
}

int OwnRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(facts_.columns.size());
}

QVariant OwnRowsModel::data(const QModelIndex& index, int role) const {
  const auto column = static_cast<std::size_t>(index.column());
  const bool isRoles = index.row() == 0;
  if (role == Qt::FontRole && isRoles) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  QString text;
  if (isRoles) {
    const QString& roles = roles_[index.column()];
    text = roles.isEmpty() ? tr("what is it?") : roles;
  } else {
    text =
        widgets::text(tables::shown_cell(facts_.columns[column], static_cast<std::size_t>(index.row() - 1)));
  }
  return role == Qt::ToolTipRole
             ? widgets::toolTip(isRoles ? tr("Click to choose what the column is.") : text)
             : text;
}

QVariant OwnRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const tables::ColumnFacts& column = facts_.columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return widgets::shown(column.name);
  if (role == Qt::ToolTipRole)
    return widgets::toolTip(tr("%1. Click to choose what it is.").arg(widgets::shown(column.type_name)));
  return {};
}

QString rowInWords(const tables::TableFacts& facts, std::size_t row, const std::string& without) {
  QStringList words;
  for (const tables::ColumnFacts& column : facts.columns) {
    if (column.name == without) continue;
    words.append(QStringLiteral("%1: %2").arg(widgets::shown(column.name),
                                              widgets::text(tables::shown_cell(column, row))));
  }
  return words.join(QStringLiteral("   "));
}

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
      const Error error{ErrorKind::not_permitted,
                        why.front(),
                        "No row was read.",
                        "Correct the mapping, or ask for the rights.",
                        {},
                        {}};
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
QString instant(Timestamp at, widgets::ClockChoice clock) {
  return exact(at, clock).section(QLatin1Char('.'), 0, 0);
}

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
       [this](const KeyRow& row) {
         return row.locked_until ? exact(*row.locked_until, clock()) : leaseEnd(row, clock());
       }},
      {{tr("Created"), 20},
       [this](const KeyRow& row) {
         return row.created().at ? instant(row.created_at, clock()) : exact(row.created(), clock());
       },
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
  if (answer.nothing_is_stuck())
    return say(QStringLiteral("0"), widgets::text(browse::none_stuck(profile)), Tone::ok);
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
  if (const auto at = row.lease_ended(); at && at->is_finite())
    words.append(tr("stuck for %1").arg(widgets::span(asOf - *at)));
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

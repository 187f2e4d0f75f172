// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/trail.h"

#include "core/exports/encoder.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/widgets.h"

namespace onceover::audit {

using widgets::Badge;
using widgets::dash;
using widgets::shown;
using widgets::Tone;

namespace {

QString shortChange(const Record& record) {
  if (record.to_state.empty() || record.to_state == record.from_state) return dash;
  return QStringLiteral("→ ") + widgets::wordShown(left_as(record));
}

}  // namespace

widgets::Badge badgeOf(const Record& record) {
  const std::string& action = record.action;
  if (action == "own") return {QObject::tr("took over"), QStringLiteral("lock"), Tone::info};
  if (action == "settle") {
    if (record.to_state == "failed") return {QObject::tr("settled"), QStringLiteral("cross"), Tone::neutral};
    if (record.to_state == "released") return {QObject::tr("released"), QStringLiteral("undo"), Tone::info};
    return {QObject::tr("settled"), QStringLiteral("check"), Tone::ok};
  }
  // Of a row that is not ours: the verb, or the verdict of a gateway that it rests on.
  if (action == "write") {
    const std::string_view left = left_as(record);
    const Tone tone = left == "succeeded" ? Tone::ok : left == "released" ? Tone::info : Tone::neutral;
    return {widgets::wordShown(record.verdict), QStringLiteral("person"), tone};
  }
  if (action == "extend") return {QObject::tr("lease extended"), QStringLiteral("lock"), Tone::info};
  if (action == "reap") return {QObject::tr("reaped"), QStringLiteral("cross"), Tone::neutral};
  if (action == "unresolved") return {QObject::tr("unresolved"), QStringLiteral("clock"), Tone::warn};
  if (action == "needs_human") return {widgets::wordShown(action), QStringLiteral("person"), Tone::danger};
  if (action == "undo") return {QObject::tr("undone"), QStringLiteral("undo"), Tone::info};
  if (action == "ask_approval")
    return {QObject::tr("approval requested"), QStringLiteral("person"), Tone::warn};
  if (action == "end_approval")
    return {widgets::wordShown(record.to_state), QStringLiteral("cross"), Tone::neutral};
  if (action == "stop") return {QObject::tr("stopped all"), QStringLiteral("stop"), Tone::danger};
  if (action == "start") return {QObject::tr("started all"), QStringLiteral("play"), Tone::ok};
  // Of a plan: "plan_made".
  return {widgets::wordShown(action), QStringLiteral("dot"), Tone::neutral};
}

QString changeOf(const Record& record) {
  const QString from = shown(record.from_state), to = shown(left_as(record));
  if (from == to || to.isEmpty()) return from;
  return from.isEmpty() ? to : from + QStringLiteral(" → ") + to;
}

TrailModel::TrailModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("No."), 6, Right}, [](const Record& record) { return QString::number(record.number); }},
      {{tr("When"), 32}, [this](const Record& record) { return widgets::exact(record.at, clock()); }},
      {{tr("Action"), 19}, badgeOf},
      {{tr("Key"), 26, Mono}, [](const Record& record) { return record.id ? shown(record.id->key) : dash; }},
      {{tr("Operation"), 16},
       [](const Record& record) { return record.id ? shown(record.id->operation) : dash; }},
      {{tr("Tenant"), 8}, [](const Record& record) { return record.id ? shown(record.id->tenant) : dash; }},
      {{tr("State"), 14}, shortChange},
      {{tr("Who"), 18}, [](const Record& record) { return shown(record.actor) + '@' + shown(record.host); }},
      {{tr("Reason"), 30, Stretch}, [](const Record& record) { return shown(record.reason); }},
      {{tr("Ticket"), 10}, [](const Record& record) { return shown(record.ticket); }},
  });
}

void TrailModel::replaceTop(const Page& page) {
  // Rows of a trail never change: where the page joins up with what is here, only what is newer is put in
  // front, so that selection and place stay.
  const auto end =
      rowCount() == 0 ? page.records.end() : std::ranges::find(page.records, at(0).number, &Record::number);
  if (end != page.records.end()) return insert(0, {page.records.begin(), end});
  next_ = page.next;
  setRows(page.records);
}

void TrailModel::append(const Page& page) {
  next_ = page.next;
  insert(rowCount(), page.records);
}

void TrailModel::clear() {
  next_.reset();
  setRows({});
}

std::optional<key::Identity> caseOf(const Record& record, const tables::Profile& profile) {
  if (!record.id) return std::nullopt;
  if (record.relation.empty()) return tables::is_own(profile) ? record.id : std::nullopt;
  if (tables::is_own(profile) || record.relation != tables::table_name(profile)) return std::nullopt;
  const QJsonObject row = widgets::jsonObject(record.row_key_json);
  key::Identity id = *record.id;
  for (const std::string& column : profile.identity) {
    const QJsonValue value = row.value(widgets::text(column));
    if (value.isUndefined()) return std::nullopt;  // another identity than the profile's
    id.columns.push_back(value.isString() ? std::optional(widgets::bytes(value.toString())) : std::nullopt);
  }
  return id;
}

namespace {

constexpr int chosenHours = -1;  // not hours before now: the time that another page has asked for

}  // namespace

TrailFilters::TrailFilters(QWidget* parent)
    : QWidget(parent),
      key_(widgets::lineEdit(tr("Filter by key"), tr("Exact key"))),
      actor_(widgets::lineEdit(tr("Filter by actor"), tr("Who"))),
      action_(widgets::comboBox(tr("Filter by action"),
                                {{tr("Any action"), {}},
                                 {tr("Took over"), QStringLiteral("own")},
                                 {tr("Settled or released"), QStringLiteral("settle")},
                                 {tr("Written to other tables"), QStringLiteral("write")},
                                 {tr("Lease extended"), QStringLiteral("extend")},
                                 {tr("Reaped by a plan"), QStringLiteral("reap")},
                                 {tr("Unresolved"), QStringLiteral("unresolved")},
                                 {tr("Needs a person"), QStringLiteral("needs_human")},
                                 {tr("Undone"), QStringLiteral("undo")},
                                 {tr("Approval requested"), QStringLiteral("ask_approval")},
                                 {tr("Approval refused"), QStringLiteral("end_approval")},
                                 {tr("All stopped"), QStringLiteral("stop")},
                                 {tr("All started"), QStringLiteral("start")}})),
      time_(widgets::comboBox(tr("Filter by time"), {{tr("Any time"), 0},
                                                     {tr("Last hour"), 1},
                                                     {tr("Last 24 hours"), 24},
                                                     {tr("Last 7 days"), 168},
                                                     {tr("Last 30 days"), 720}})) {
  key_->setObjectName(QStringLiteral("key"));
  for (QLineEdit* edit : {key_, actor_}) edit->setClearButtonEnabled(true);
  time_->setObjectName(QStringLiteral("time"));
  auto* clear = new QPushButton(tr("C&lear"));
  clear->setToolTip(widgets::toolTip(tr("Show everything again")));
  // Where there is little room the lists give way, and not the key; a time is read to its end.
  key_->setMinimumWidth(190);
  actor_->setMinimumWidth(96);
  actor_->setMaximumWidth(160);
  action_->setMinimumWidth(100);
  time_->setMinimumWidth(136);

  const widgets::Tokens t = widgets::tokensOf(this);
  auto* row = new widgets::FlowLayout(t.unit, this);
  row->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  widgets::heightFollowsWidth(this);
  for (QWidget* next : std::initializer_list<QWidget*>{key_, actor_, action_, time_, clear})
    row->addWidget(next);

  connect(key_, &QLineEdit::returnPressed, this, &TrailFilters::changed);
  connect(actor_, &QLineEdit::returnPressed, this, &TrailFilters::changed);
  connect(action_, &QComboBox::activated, this, &TrailFilters::changed);
  connect(time_, &QComboBox::activated, this, &TrailFilters::changed);
  connect(time_, &QComboBox::currentIndexChanged, this, &TrailFilters::nameTime);
  connect(clear, &QPushButton::clicked, this, &TrailFilters::clearRequested);
}

Filter TrailFilters::filter(Timestamp now) const {
  Filter filter;
  filter.key = widgets::bytes(key_->text().trimmed());
  filter.actor = widgets::bytes(actor_->text().trimmed());
  filter.action = widgets::bytes(action_->currentData().toString());
  const int hours = time_->currentData().toInt();
  if (hours > 0) filter.from = now - std::chrono::hours(hours);
  if (hours == chosenHours) {
    filter.from = chosenTime_->first;
    filter.to = chosenTime_->second;
  }
  return filter;
}

bool TrailFilters::isFiltered() const {
  return !key_->text().trimmed().isEmpty() || !actor_->text().trimmed().isEmpty() ||
         action_->currentIndex() > 0 || time_->currentIndex() > 0;
}

void TrailFilters::clear() {
  key_->clear();
  actor_->clear();
  action_->setCurrentIndex(0);
  time_->setCurrentIndex(0);
  if (chosenTime_) time_->removeItem(time_->count() - 1);
  chosenTime_.reset();
}

void TrailFilters::chooseKey(const std::string& key) {
  clear();
  key_->setText(widgets::text(key));
}

void TrailFilters::chooseTime(Timestamp from, Timestamp to) {
  clear();
  chosenTime_ = {from, to};
  time_->addItem({}, chosenHours);
  time_->setCurrentIndex(time_->count() - 1);
}

bool TrailFilters::choose(const Filter& filter) {
  const int action = filter.action.empty() ? 0 : action_->findData(widgets::text(filter.action));
  if (action < 0) return false;
  clear();
  if (filter.from && filter.to) chooseTime(*filter.from, *filter.to);
  key_->setText(widgets::text(filter.key));
  actor_->setText(widgets::text(filter.actor));
  action_->setCurrentIndex(action);
  return true;
}

void TrailFilters::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  nameTime();
}

// The day is in the tool tip: the filters leave a time no more room than "Last 24 hours".
void TrailFilters::nameTime() {
  if (!chosenTime_) return time_->setToolTip({});
  const QString begin = widgets::exact(chosenTime_->first, clock_),
                length = widgets::span(chosenTime_->second - chosenTime_->first);
  time_->setItemText(time_->count() - 1,
                     tr("%1, %2").arg(begin.section(QLatin1Char(' '), 1, 1).left(8), length));
  const bool isShown = time_->currentData().toInt() == chosenHours;
  time_->setToolTip(isShown ? widgets::toolTip(tr("%1 from %2").arg(length, begin)) : QString());
}

void TrailFilters::focusKey() {
  key_->setFocus();
  key_->selectAll();
}

void TrailFilters::addButton(QPushButton* button) { layout()->addWidget(button); }

namespace {

using exports::Kind;

// What a record does not say is empty in it, and NULL in the file.
struct Field {
  const char* name;
  std::string (*of)(const Record&);
  Kind kind = Kind::text;
};

std::string digits(std::optional<std::int64_t> n) { return n ? std::to_string(*n) : std::string(); }
key::Identity identity(const Record& r) { return r.id.value_or(key::Identity{}); }

constexpr std::array fields{
    Field{"number", [](const Record& r) { return std::to_string(r.number); }, Kind::number},
    Field{"at", [](const Record& r) { return iso(r.at); }, Kind::time},
    Field{"action", [](const Record& r) { return r.action; }},
    Field{"actor", [](const Record& r) { return r.actor; }},
    Field{"db_user", [](const Record& r) { return r.db_user; }},
    Field{"host", [](const Record& r) { return r.host; }},
    Field{"program", [](const Record& r) { return r.program; }},
    Field{"tenant", [](const Record& r) { return identity(r).tenant; }},
    Field{"operation", [](const Record& r) { return identity(r).operation; }},
    Field{"key", [](const Record& r) { return identity(r).key; }},
    Field{"from_state", [](const Record& r) { return r.from_state; }},
    Field{"to_state", [](const Record& r) { return r.to_state; }},
    Field{"fence_before", [](const Record& r) { return digits(r.fence_before); }, Kind::number},
    Field{"fence_after", [](const Record& r) { return digits(r.fence_after); }, Kind::number},
    Field{"verdict", [](const Record& r) { return r.verdict; }},
    Field{"reason", [](const Record& r) { return r.reason; }},
    Field{"ticket", [](const Record& r) { return r.ticket; }},
    Field{"correlation_id", [](const Record& r) { return r.correlation_id; }},
    Field{"before", [](const Record& r) { return r.before_json; }, Kind::json},
    Field{"after", [](const Record& r) { return r.after_json; }, Kind::json},
    Field{"evidence", [](const Record& r) { return r.evidence_json; }, Kind::json},
};

QByteArray encoded(exports::Format format, const std::vector<Record>& records) {
  std::vector<exports::Column> columns;
  for (const Field& field : fields) columns.push_back({field.name, field.kind, exports::Mask::none});
  auto encoder = exports::Encoder::make(format, std::move(columns));
  if (!encoder) return {};  // its names differ
  std::string out;
  encoder->head(out);
  std::array<std::string, fields.size()> texts;
  std::array<exports::Cell, fields.size()> cells;
  for (const Record& record : records) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      texts[i] = fields[i].of(record);
      cells[i] = {texts[i], texts[i].empty()};
    }
    encoder->row(cells, out);
  }
  return QByteArray::fromStdString(out);
}

}  // namespace

QByteArray trailCsv(const std::vector<Record>& records) { return encoded(exports::Format::csv, records); }

QByteArray trailJsonLines(const std::vector<Record>& records) {
  return encoded(exports::Format::json_lines, records);
}

}  // namespace onceover::audit

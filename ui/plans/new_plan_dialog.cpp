// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/new_plan_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFormLayout>
#include <QSpinBox>

#include "core/reconcile/weigh.h"
#include "core/tables/sql.h"
#include "ui/plans/words.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_inputs.h"

namespace onceover::plans {

using plan::Verb;

namespace {

constexpr int listHeight = 110;

template <class Box>
Box* named(const QString& name) {
  auto* box = new Box;
  box->setAccessibleName(name);
  return box;
}

constexpr int mostLines = 5;

}  // namespace

NewPlanDialog::NewPlanDialog(bridge::Session& session, NewPlanRows rows, QWidget* parent)
    : QDialog(parent),
      session_(session),
      profile_(std::make_shared<const tables::Profile>(session.profile())),
      rows_(std::move(rows)),
      name_(widgets::lineEdit(tr("Name of the plan"))),
      reason_(widgets::lineEdit(tr("Reason (kept in the audit trail)"),
                                tr("kept in the audit trail with every row"))),
      ticket_(widgets::lineEdit(tr("Ticket"))),
      shows_(widgets::lineEdit(tr("What shows it (kept as evidence)"),
                               tr("where you saw that nothing happened: a statement, a log, a call"))),
      act_(widgets::comboBox(tr("What it does"))),
      held_(new QCheckBox(
          tr("Also rows without a visible lease: I know that no executor is at &work on them"))),
      window_(new QCheckBox(tr("Also keys whose &window has not ended"))),
      cancel_(new QCheckBox(
          tr("Where the gateway &knows nothing and can, it is told never to perform the effect"))),
      minutes_(named<QSpinBox>(tr("Length of the lease"))),
      errors_(named<QSpinBox>(tr("Errors at least before it stops itself"))),
      rate_(named<QDoubleSpinBox>(tr("Rows a second at most"))),
      share_(named<QDoubleSpinBox>(tr("Share of errors at which it stops itself"))),
      form_(new QFormLayout),
      gateway_(new widgets::PlainLabel),
      note_(widgets::wrapped(widgets::TextRole::body, tr("What is missing, or what came of it"))),
      linesModel_(new widgets::FieldsModel({{tr("Line"), 8}, {tr("What is wrong"), 60}}, this)),
      lines_(new widgets::TableView(tr("Wrong lines"), linesModel_)) {
  setWindowTitle(tr("New plan"));
  setAttribute(Qt::WA_DeleteOnClose);
  new widgets::DialogGuard(this);
  for (const Verb each : actsFor(*profile_)) act_->addItem(actTitle(each), static_cast<int>(each));
  // Without a gateway nothing is settled here: what can be done stands first.
  if (!tables::is_own(*profile_) && session.connection().gatewayConfig.isEmpty() && act() == Verb::settle &&
      act_->count() > 1) {
    act_->setCurrentIndex(1);
  }
  layOut();
  writes::carryTicket(session, *ticket_);
  for (QLineEdit* edit : {name_, reason_, ticket_, shows_})
    connect(edit, &QLineEdit::textChanged, this, &NewPlanDialog::edited);
  connect(act_, &QComboBox::currentIndexChanged, this, &NewPlanDialog::edited);
  name_->setFocus();
  edited();
  resize(720, sizeHint().height());
}

void NewPlanDialog::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  auto* layout = widgets::columnOf(inside, t.unit);
  const QString table = widgets::relationShown(tables::table_name(*profile_));
  auto* words =
      widgets::wrappedText(rows_.filter ? tr("Of the rows of %1 that this filter finds now: %2")
                                              .arg(table, widgets::shown(plan::in_words(*rows_.filter)))
                           : rows_.ids.empty() ? tr("Of these rows of %1:").arg(table)
                                               : tr("Of the %Ln selected rows of %1.", nullptr,
                                                    widgets::counted(std::ssize(rows_.ids)))
                                                     .arg(table));
  widgets::fill(layout,
                {new widgets::PlainLabel(tr("New plan"), nullptr, widgets::TextRole::heading), words});
  if (!rows_.filter && rows_.ids.empty()) buildRows(layout);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form_->setVerticalSpacing(t.unit);
  buildOptions();
  lines_->hide();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  make_ = buttons->addButton(tr("&Make the plan"), QDialogButtonBox::ActionRole);
  check_ = buttons->addButton(tr("&Check"), QDialogButtonBox::ActionRole);
  check_->setToolTip(
      widgets::toolTip(tr("Says how many rows it would hold and which lines are wrong; makes nothing")));
  check_->setAutoDefault(false);
  widgets::fill(layout, {form_, lines_, note_, widgets::stretch()});
  widgets::fill(new QVBoxLayout(this), {{new widgets::DialogBody(inside), 1}, buttons});
  connect(buttons, &QDialogButtonBox::rejected, this, &NewPlanDialog::reject);
  connect(make_, &QPushButton::clicked, this, &NewPlanDialog::make);
  connect(check_, &QPushButton::clicked, this, [this] { submit(true); });
}

void NewPlanDialog::buildRows(QVBoxLayout* layout) {
  from_ = widgets::comboBox(tr("Rows"), {{tr("A list of keys"), static_cast<int>(From::list)}});
  if (profile_->lease.is_observable()) from_->addItem(tr("All stuck rows"), static_cast<int>(From::stuck));
  if (profile_->kind != tables::Kind::idempotency)
    from_->addItem(tr("All dead letters"), static_cast<int>(From::dead));
  listBox_ = buildList();
  filterBox_ = buildFilter();
  widgets::fill(layout, {from_, listBox_, filterBox_});
  connect(from_, &QComboBox::currentIndexChanged, this, &NewPlanDialog::edited);
}

// Narrower than all of them; empty: not narrowed.
QWidget* NewPlanDialog::buildFilter() {
  auto* box = new QWidget;
  operation_ = widgets::lineEdit(tr("Operation"), tr("every operation"));
  tenant_ = widgets::lineEdit(tr("Tenant"), tr("every tenant"));
  auto* line = widgets::lineOf(box);
  const std::pair<QLineEdit*, const std::string*> fields[] = {{operation_, &profile_->operation},
                                                              {tenant_, &profile_->tenant}};
  for (const auto& [edit, column] : fields) {
    line->addWidget(edit);
    edit->setVisible(!column->empty());
    connect(edit, &QLineEdit::textChanged, this, &NewPlanDialog::edited);
  }
  return box;
}

NewPlanDialog::From NewPlanDialog::from() const {
  return from_ != nullptr ? static_cast<From>(from_->currentData().toInt()) : From::list;
}

bool NewPlanDialog::asksForList() const { return from_ != nullptr && from() == From::list; }

std::optional<browse::Filter> NewPlanDialog::filter() const {
  if (rows_.filter || from_ == nullptr || from() == From::list) return rows_.filter;
  browse::Filter filter;
  if (const QString text = operation_->text().trimmed(); !text.isEmpty())
    filter.operation = widgets::bytes(text);
  if (const QString text = tenant_->text().trimmed(); !text.isEmpty()) filter.tenant = widgets::bytes(text);
  (from() == From::stuck ? filter.stuck : filter.dead) = true;
  return filter;
}

QWidget* NewPlanDialog::buildList() {
  auto* box = new QWidget;
  list_ = new widgets::BodyEdit;
  list_->setAccessibleName(tr("List of keys"));
  list_->setPlaceholderText(
      tr("A key a line, or CSV with a header (key, tenant, operation, or the columns of the row's identity). "
         "Paste it, drop a file, or open one."));
  list_->setFixedHeight(listHeight);
  // What people separate cells by, and what a spreadsheet of theirs does.
  delimiter_ =
      widgets::comboBox(tr("What separates cells"),
                        {{tr("comma"), QChar(',')}, {tr("semicolon"), QChar(';')}, {tr("tab"), QChar('\t')}});
  leaveOut_ = new QCheckBox(tr("&Leave wrong lines out"));
  auto* open = new QPushButton(tr("&Open a file…"));
  open->setAutoDefault(false);
  connect(open, &QPushButton::clicked, this, [this] {
    widgets::askOpenPath(this, tr("A list of keys"), {}, [this](const QString& path) { openList(path); });
  });
  connect(list_, &QPlainTextEdit::textChanged, this, &NewPlanDialog::edited);
  connect(list_, &widgets::BodyEdit::fileTaken, this, &NewPlanDialog::edited);
  auto* tools = new QHBoxLayout;
  auto* label = new widgets::PlainLabel(tr("Cells are separated by"), nullptr, widgets::TextRole::caption);
  widgets::fill(tools, {open, label, delimiter_, widgets::stretch(), leaveOut_});
  widgets::fill(widgets::columnOf(box), {list_, tools});
  return box;
}

void NewPlanDialog::buildOptions() {
  const auto add = [this](const QString& words, QWidget* field) {
    auto* label = new widgets::PlainLabel(words, nullptr, widgets::TextRole::caption);
    label->setBuddy(field);
    label->setMinimumHeight(field->sizeHint().height());  // beside its field, not above it
    form_->addRow(label, field);
  };
  const plan::Options usual;
  minutes_->setRange(1, 7 * 24 * 60);
  minutes_->setValue(10);
  minutes_->setSuffix(tr(" min"));
  rate_->setRange(0, 1e6);
  rate_->setDecimals(1);
  rate_->setSpecialValueText(tr("no limit"));
  rate_->setSuffix(tr(" a second"));
  share_->setRange(0, 100);
  share_->setDecimals(0);
  share_->setValue(usual.error_share * 100);
  share_->setSuffix(tr(" %"));
  errors_->setRange(1, 1'000'000);
  errors_->setValue(usual.error_count);
  for (QWidget* narrow : std::initializer_list<QWidget*>{minutes_, rate_, share_, errors_})
    narrow->setMaximumWidth(140);
  auto* limits = new QWidget;
  auto* line = widgets::lineOf(limits);
  auto* words =
      new widgets::PlainLabel(tr("of what was worked on, and at least"), nullptr, widgets::TextRole::caption);
  widgets::fill(line, {share_, words, errors_, widgets::stretch()});
  add(tr("Name"), name_);
  add(tr("What it does"), act_);
  add(tr("Gateway"), gateway_);
  add(tr("Lease from then"), minutes_);
  add(tr("Reason"), reason_);
  add(tr("Ticket"), ticket_);
  add(tr("What shows it"), shows_);
  add(tr("Rate"), rate_);
  add(tr("Stops itself at errors"), limits);
  for (QCheckBox* box : {held_, window_, cancel_}) form_->addRow(box);
}

Verb NewPlanDialog::act() const { return static_cast<Verb>(act_->currentData().toInt()); }

bool NewPlanDialog::asksGateway() const {
  return !session_.connection().gatewayConfig.isEmpty() && (act() == Verb::settle || act() == Verb::release);
}

plan::NewPlan NewPlanDialog::newPlan() const {
  plan::NewPlan plan;
  plan.name = widgets::bytes(name_->text().trimmed());
  plan.act = act();
  plan.reason = widgets::bytes(reason_->text().trimmed());
  plan.ticket = widgets::bytes(ticket_->text().trimmed());
  if (form_->isRowVisible(shows_)) plan.proof = widgets::bytes(shows_->text().trimmed());
  plan.options.error_share = share_->value() / 100;
  plan.options.error_count = errors_->value();
  plan.options.rate = rate_->value();
  if (plan.act == Verb::extend) plan.options.lease = std::chrono::minutes(minutes_->value());
  plan.options.although_held = held_->isVisibleTo(this) && held_->isChecked();
  plan.options.within_window = plan.act == Verb::reap && window_->isChecked();
  plan.options.cancel = plan.act == Verb::settle && tables::is_own(*profile_) && cancel_->isChecked();
  return plan;
}

NewPlanDialog::Source NewPlanDialog::source() const {
  Source source{profile_, filter(), rows_.ids, {}, ',', false, {}};
  if (asksForList()) {
    source.list = list_->body().value_or(std::string());
    source.delimiter = delimiter_->currentData().toChar().toLatin1();
    source.leaveOut = leaveOut_->isChecked();
  }
  if (asksGateway())
    source.gatewayConfig = QFile::encodeName(session_.connection().gatewayConfig).toStdString();
  return source;
}

void NewPlanDialog::openList(const QString& path) {
  if (list_ != nullptr) list_->takeFile(path);
}

// What keeps it from being made, as far as this side can tell; empty: nothing.
QString NewPlanDialog::missing() const {
  if (act_->count() == 0) return tr("The profile of this table does not say what any act writes.");
  const bool own = tables::is_own(*profile_);
  if (!asksGateway() && (act() == Verb::settle || (own && act() == Verb::release))) {
    return tr(
        "Evidence decides here, and this connection names no gateway: name its configuration where the "
        "connection is described.");
  }
  if (asksForList() && !list_->body()) return tr("The list is empty.");
  if (name_->text().trimmed().isEmpty()) return tr("It needs a name.");
  if (reason_->text().trimmed().isEmpty()) return tr("It needs a reason.");
  if (form_->isRowVisible(shows_) &&
      (ticket_->text().trimmed().isEmpty() || shows_->text().trimmed().isEmpty())) {
    return tr(
        "Without a gateway, a manual override decides: a ticket, and what shows that nothing happened.");
  }
  return {};
}

void NewPlanDialog::edited() {
  const bool own = tables::is_own(*profile_);
  if (from_ != nullptr) {
    listBox_->setVisible(asksForList());
    filterBox_->setVisible(!asksForList());
  }
  const bool evidence = act() == Verb::settle || act() == Verb::release;
  form_->setRowVisible(gateway_, evidence);
  gateway_->setText(asksGateway() ? tr("that of this connection; its description is kept with the plan")
                                  : tr("none"));
  form_->setRowVisible(minutes_, act() == Verb::extend);
  form_->setRowVisible(shows_, !own && act() == Verb::release && !asksGateway() &&
                                   tables::says_of_effect(*profile_, tables::Verb::release));
  form_->setRowVisible(held_, !own && !profile_->lease.is_observable());
  form_->setRowVisible(window_, act() == Verb::reap);
  form_->setRowVisible(cancel_, act() == Verb::settle && tables::is_own(*profile_));
  const QString why = missing();
  note_->setTone(why.isEmpty() ? widgets::Tone::neutral : widgets::Tone::warn);
  note_->setText(why);
  lines_->hide();
  check_->setEnabled(why.isEmpty() && !busy_);
  make_->setEnabled(why.isEmpty() && !busy_);
  make_->setDefault(make_->isEnabled());  // a disabled default hands its role to Cancel
}

Result<NewPlanDialog::Answer> NewPlanDialog::create(bridge::Reader& reader, const Source& source,
                                                    plan::NewPlan plan) {
  if (!source.gatewayConfig.empty()) {
    auto gateway = plan::gateway_named(source.gatewayConfig);
    if (!gateway) return fail(gateway.error());
    plan.gateway = std::move(*gateway);
  }
  const audit::Actor actor = audit::this_actor("onceover");
  const tables::Profile& profile = *source.profile;
  if (source.filter) {
    auto made = plan::create(reader.connection(), profile, plan, *source.filter, actor);
    if (!made) return fail(made.error());
    return Answer(std::move(*made));
  }
  if (!source.ids.empty())
    return plan::create(reader.connection(), profile, plan,
                        plan::FromList{plan::key_list_of(source.ids, profile), false}, actor);
  const plan::ListOptions reading{
      .columns = profile.identity, .delimiter = source.delimiter, .own = tables::is_own(profile)};
  return plan::create(reader.connection(), profile, plan,
                      plan::FromList{plan::parse_key_list(source.list, reading), source.leaveOut}, actor);
}

void NewPlanDialog::make() {
  if (!writes::armedFor(session_, this, [this] { submit(false); })) {
    say(tr("Writes are not armed. The plan is made as soon as they are: what is typed here stays."), true);
    return emit armRequested();
  }
  submit(false);
}

void NewPlanDialog::submit(bool rehearse) {
  if (busy_ || !missing().isEmpty()) return;
  busy_ = true;
  plan::NewPlan plan = newPlan();
  plan.rehearse = rehearse;
  const auto job = [source = source(), plan](bridge::Reader& reader) { return create(reader, source, plan); };
  const auto done = [this, rehearse](const Result<Answer>& answer) { take(rehearse, answer); };
  job_ = rehearse ? session_.read<Answer>(this, tr("Checking the plan"), job, done)
                  : session_.write<Answer>(this, tr("Making the plan"), job, done);
  check_->setEnabled(false);
  make_->setEnabled(false);
  say(rehearse ? tr("Checking…") : tr("Freezing the rows…"), false);
}

void NewPlanDialog::take(bool rehearsed, const Result<Answer>& answer) {
  busy_ = false;
  edited();
  if (!answer) {
    say(answer.error().is_cancelled() ? tr("It was cancelled; no plan was made.")
                                      : widgets::sentences(answer.error()),
        true);
  } else if (!*answer) {
    say(tr("%Ln lines cannot be planned; no plan was made.", nullptr,
           widgets::counted(std::ssize(answer->error().errors))) +
            QLatin1Char(' ') + tr("Correct the list, or leave wrong lines out."),
        true, answer->error().errors);
  } else if (rehearsed) {
    const auto n = static_cast<std::int64_t>((*answer)->left_out.size());
    const std::string& incomplete = (*answer)->incomplete;
    const int items = widgets::counted((*answer)->items);
    say((incomplete.empty() ? tr("It would hold %Ln rows%1.", nullptr, items)
                            : tr("It would hold at least %Ln rows%1.", nullptr, items))
                .arg(widgets::sumsBeside((*answer)->money)) +
            (incomplete.empty() ? QString() : QLatin1Char(' ') + widgets::shown(incomplete)) +
            (n > 0 ? QLatin1Char(' ') + tr("%Ln are left out.", nullptr, widgets::counted(n)) : QString()) +
            QLatin1Char(' ') + tr("Nothing was made."),
        false, (*answer)->left_out);
  } else {
    session_.setIncident({reason_->text().trimmed(), ticket_->text().trimmed()});
    emit made(widgets::text(newPlan().name), **answer);
    emit answered();
    return accept();
  }
  emit answered();
}

void NewPlanDialog::say(const QString& words, bool isBad, const std::vector<plan::LineError>& lines) {
  note_->setTone(isBad ? widgets::Tone::danger : widgets::Tone::neutral);
  note_->setText(words);
  linesModel_->setRows(linesOf(lines));
  lines_->setHeightInRows(std::min(linesModel_->rowCount(), mostLines));
  lines_->setVisible(linesModel_->rowCount() > 0);
}

void NewPlanDialog::reject() {
  if (busy_) session_.cancel(job_);
  QDialog::reject();
}

}  // namespace onceover::plans

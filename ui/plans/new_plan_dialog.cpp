#include "ui/plans/new_plan_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/audit/audit.h"
#include "core/reconcile/weigh.h"
#include "ui/plans/words.h"
#include "ui/widgets/body_edit.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::plans {

using plan::Act;

namespace {

constexpr int listHeight = 110;
constexpr int mostLines = 5;

template <class W>
W* named(W* widget, const QString& name) {
  widget->setAccessibleName(name);
  return widget;
}

// What people separate cells by, and what a spreadsheet of theirs does.
struct Delimiter {
  const char* words;
  char character;
};
constexpr Delimiter delimiters[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}};

}  // namespace

NewPlanDialog::NewPlanDialog(bridge::Session& session, std::optional<browse::Filter> filter, QWidget* parent)
    : QDialog(parent),
      session_(session),
      profile_(std::make_shared<const profile::Profile>(session.profile())),
      filter_(std::move(filter)),
      name_(named(new QLineEdit, tr("Name of the plan"))),
      reason_(named(new QLineEdit, tr("Reason (kept in the audit trail)"))),
      ticket_(named(new QLineEdit, tr("Ticket"))),
      shows_(named(new QLineEdit, tr("What shows it (kept as evidence)"))),
      act_(named(new QComboBox, tr("What it does"))),
      held_(new QCheckBox(tr("Also rows of which the table does not tell whether somebody is at &work on them: I know that nobody is"))),
      window_(new QCheckBox(tr("Also keys whose &window has not ended"))),
      cancel_(new QCheckBox(tr("Where the gateway &knows nothing and can, it is told never to perform the effect"))),
      minutes_(named(new QSpinBox, tr("Length of the lease"))),
      errors_(named(new QSpinBox, tr("Errors at least before it stops itself"))),
      rate_(named(new QDoubleSpinBox, tr("Rows a second at most"))),
      share_(named(new QDoubleSpinBox, tr("Share of errors at which it stops itself"))),
      form_(new QFormLayout),
      gateway_(new widgets::PlainLabel),
      note_(new widgets::PlainLabel),
      linesModel_(new widgets::FieldsModel({tr("Line"), tr("What is wrong")}, this)),
      lines_(new widgets::TableView(tr("Wrong lines"))) {
  setWindowTitle(tr("New plan"));
  setAttribute(Qt::WA_DeleteOnClose);
  for (const Act each : actsFor(*profile_)) act_->addItem(actTitle(each), static_cast<int>(each));
  // Without a gateway nothing is settled here: what can be done stands first.
  if (!profile::is_own(*profile_) && session.connection().gatewayConfig.isEmpty() && act() == Act::settle && act_->count() > 1) {
    act_->setCurrentIndex(1);
  }
  layOut();
  for (QLineEdit* edit : {name_, reason_, ticket_, shows_}) connect(edit, &QLineEdit::textChanged, this, &NewPlanDialog::edited);
  connect(act_, &QComboBox::currentIndexChanged, this, &NewPlanDialog::edited);
  name_->setFocus();
  edited();
  resize(720, sizeHint().height());
}

void NewPlanDialog::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(t.unit);
  layout->addWidget(new widgets::PlainLabel(tr("New plan"), nullptr, widgets::TextRole::heading));
  const QString table = tableWord(profile::table_name(*profile_));
  auto* words = new widgets::PlainLabel(
      filter_ ? tr("Of the rows of %1 that this filter finds now: %2").arg(table, widgets::shown(plan::in_words(*filter_)))
              : tr("Of the rows of %1 in this list:").arg(table));
  words->setWordWrap(true);
  layout->addWidget(words);
  if (!filter_) {
    buildList();
    auto* tools = new QHBoxLayout;
    auto* open = new QPushButton(tr("&Open a file…"));
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, &NewPlanDialog::chooseFile);
    auto* label = new widgets::PlainLabel(tr("Cells are separated by"), nullptr, widgets::TextRole::caption);
    tools->addWidget(open);
    tools->addWidget(label);
    tools->addWidget(delimiter_);
    tools->addStretch(1);
    tools->addWidget(leaveOut_);
    layout->addWidget(list_);
    layout->addLayout(tools);
  }
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form_->setVerticalSpacing(t.unit);
  buildOptions(*form_);
  layout->addLayout(form_);
  lines_->setModel(linesModel_);
  lines_->setColumnChars({8, 60});
  lines_->setStretchColumn(1);
  lines_->hide();
  layout->addWidget(lines_);
  note_->setWordWrap(true);
  note_->setAccessibleName(tr("What is missing, or what came of it"));
  layout->addWidget(note_);
  layout->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  make_ = buttons->addButton(tr("&Make the plan"), QDialogButtonBox::ActionRole);
  check_ = buttons->addButton(tr("&Check"), QDialogButtonBox::ActionRole);
  check_->setToolTip(widgets::toolTip(tr("Says how many rows it would hold and which lines are wrong; makes nothing")));
  check_->setAutoDefault(false);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &NewPlanDialog::reject);
  connect(make_, &QPushButton::clicked, this, &NewPlanDialog::make);
  connect(check_, &QPushButton::clicked, this, &NewPlanDialog::check);
}

void NewPlanDialog::buildList() {
  list_ = named(new widgets::BodyEdit, tr("List of keys"));
  list_->setPlaceholderText(tr(
      "A key a line, or CSV with a header (key, tenant, operation, or the columns of the row's identity). Paste it, drop a file, or open "
      "one."));
  list_->setFixedHeight(listHeight);
  delimiter_ = named(new QComboBox, tr("What separates cells"));
  for (const Delimiter& each : delimiters) delimiter_->addItem(tr(each.words), QChar::fromLatin1(each.character));
  leaveOut_ = new QCheckBox(tr("&Leave wrong lines out"));
  connect(list_, &QPlainTextEdit::textChanged, this, &NewPlanDialog::edited);
  connect(list_, &widgets::BodyEdit::fileTaken, this, &NewPlanDialog::edited);
}

void NewPlanDialog::buildOptions(QFormLayout& form) {
  const auto add = [&form](const QString& words, QWidget* field) {
    auto* label = new widgets::PlainLabel(words, nullptr, widgets::TextRole::caption);
    label->setBuddy(field);
    label->setMinimumHeight(field->sizeHint().height());  // beside its field, not above it
    form.addRow(label, field);
  };
  reason_->setPlaceholderText(tr("kept in the audit trail with every row"));
  shows_->setPlaceholderText(tr("where you saw that nothing happened: a statement, a log, a call"));
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
  for (QWidget* narrow : std::initializer_list<QWidget*>{minutes_, rate_, share_, errors_}) narrow->setMaximumWidth(140);
  auto* limits = new QWidget;
  auto* line = new QHBoxLayout(limits);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(share_);
  line->addWidget(new widgets::PlainLabel(tr("of what was worked on, and at least"), nullptr, widgets::TextRole::caption));
  line->addWidget(errors_);
  line->addStretch(1);
  add(tr("Name"), name_);
  add(tr("What it does"), act_);
  add(tr("Gateway"), gateway_);
  add(tr("Lease from then"), minutes_);
  add(tr("Reason"), reason_);
  add(tr("Ticket"), ticket_);
  add(tr("What shows it"), shows_);
  add(tr("Rate"), rate_);
  add(tr("Stops itself at errors"), limits);
  form.addRow(held_);
  form.addRow(window_);
  form.addRow(cancel_);
}

Act NewPlanDialog::act() const { return static_cast<Act>(act_->currentData().toInt()); }

bool NewPlanDialog::asksGateway() const {
  return !session_.connection().gatewayConfig.isEmpty() && (act() == Act::settle || act() == Act::release);
}

plan::NewPlan NewPlanDialog::newPlan() const {
  plan::NewPlan plan;
  plan.name = widgets::bytes(name_->text().trimmed());
  plan.act = act();
  plan.reason = widgets::bytes(reason_->text().trimmed());
  plan.ticket = widgets::bytes(ticket_->text().trimmed());
  if (form_->isRowVisible(shows_)) plan.said = widgets::bytes(shows_->text().trimmed());
  plan.options.error_share = share_->value() / 100;
  plan.options.error_count = errors_->value();
  plan.options.rate = rate_->value();
  if (plan.act == Act::extend) plan.options.lease = std::chrono::minutes(minutes_->value());
  plan.options.although_held = held_->isVisibleTo(this) && held_->isChecked();
  plan.options.within_window = plan.act == Act::reap && window_->isChecked();
  plan.options.cancel = plan.act == Act::settle && profile::is_own(*profile_) && cancel_->isChecked();
  return plan;
}

NewPlanDialog::Source NewPlanDialog::source() const {
  Source source{profile_, filter_, {}, ',', false, {}};
  if (list_ != nullptr) {
    source.list = list_->body().value_or(std::string());
    source.delimiter = delimiter_->currentData().toChar().toLatin1();
    source.leaveOut = leaveOut_->isChecked();
  }
  if (asksGateway()) source.gatewayConfig = QFile::encodeName(session_.connection().gatewayConfig).toStdString();
  return source;
}

void NewPlanDialog::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("A list of keys"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &NewPlanDialog::openList);
  dialog->open();
}

void NewPlanDialog::openList(const QString& path) {
  if (list_ != nullptr) list_->takeFile(path);
}

// What keeps it from being made, as far as this side can tell; empty: nothing.
QString NewPlanDialog::missing() const {
  if (act_->count() == 0) return tr("The profile of this table does not say what any act writes.");
  const bool own = profile::is_own(*profile_);
  if (!asksGateway() && (act() == Act::settle || (own && act() == Act::release))) {
    return tr("Evidence decides here, and this connection names no gateway: name its configuration where the connection is described.");
  }
  if (list_ != nullptr && !list_->body()) return tr("The list is empty.");
  if (name_->text().trimmed().isEmpty()) return tr("It needs a name.");
  if (reason_->text().trimmed().isEmpty()) return tr("It needs a reason.");
  if (form_->isRowVisible(shows_) && (ticket_->text().trimmed().isEmpty() || shows_->text().trimmed().isEmpty())) {
    return tr("Without a gateway, a person's word decides: a ticket, and what shows that nothing happened.");
  }
  return {};
}

void NewPlanDialog::edited() {
  const bool own = profile::is_own(*profile_);
  const bool evidence = act() == Act::settle || act() == Act::release;
  form_->setRowVisible(gateway_, evidence);
  gateway_->setText(asksGateway() ? tr("that of this connection; its description is kept with the plan") : tr("none"));
  form_->setRowVisible(minutes_, act() == Act::extend);
  form_->setRowVisible(shows_,
                       !own && act() == Act::release && !asksGateway() && reconcile::says_of_effect(*profile_, profile::Verb::release));
  form_->setRowVisible(held_, !own && !profile_->lease.is_observable());
  form_->setRowVisible(window_, act() == Act::reap);
  form_->setRowVisible(cancel_, act() == Act::settle && profile::is_own(*profile_));
  const QString why = missing();
  note_->setTone(why.isEmpty() ? widgets::Tone::neutral : widgets::Tone::warn);
  note_->setText(why);
  lines_->hide();
  check_->setEnabled(why.isEmpty() && !busy_);
  make_->setEnabled(why.isEmpty() && !busy_);
  make_->setDefault(make_->isEnabled());  // a disabled default hands its role to Cancel
}

Result<NewPlanDialog::Answer> NewPlanDialog::create(bridge::Reader& reader, const Source& source, plan::NewPlan plan) {
  if (!source.gatewayConfig.empty()) {
    auto gateway = plan::gateway_named(source.gatewayConfig);
    if (!gateway) return fail(gateway.error());
    plan.gateway = std::move(*gateway);
  }
  const audit::Actor actor = audit::this_actor("onceover");
  const profile::Profile& profile = *source.profile;
  if (source.filter) {
    auto made = plan::create(reader.connection(), profile, plan, *source.filter, actor);
    if (!made) return fail(made.error());
    return Answer(std::move(*made));
  }
  const plan::ListOptions reading{.columns = profile.identity, .delimiter = source.delimiter, .own = profile::is_own(profile)};
  return plan::create(reader.connection(), profile, plan, plan::FromList{plan::parse_key_list(source.list, reading), source.leaveOut},
                      actor);
}

void NewPlanDialog::check() { submit(true); }

void NewPlanDialog::make() {
  if (!session_.isArmed()) {
    say(tr("Writes are not armed. Arm them, then make the plan: what is typed here stays."), true);
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
    say(answer.error().is_cancelled() ? tr("It was cancelled; no plan was made.") : widgets::sentences(answer.error()), true);
  } else if (!*answer) {
    const auto n = static_cast<std::int64_t>(answer->error().errors.size());
    say((n == 1 ? tr("%1 line cannot be planned; no plan was made.") : tr("%1 lines cannot be planned; no plan was made."))
                .arg(widgets::number(n)) +
            QLatin1Char(' ') + tr("Correct the list, or leave wrong lines out."),
        true, answer->error().errors);
  } else if (rehearsed) {
    const auto n = static_cast<std::int64_t>((*answer)->left_out.size());
    say(tr("It would hold %1 rows.").arg(widgets::number((*answer)->items)) +
            (n > 0 ? QLatin1Char(' ') + tr("%1 are left out.").arg(widgets::number(n)) : QString()) + QLatin1Char(' ') +
            tr("Nothing was made."),
        false, (*answer)->left_out);
  } else {
    emit made(widgets::text(newPlan().name), **answer);
    emit answered();
    return accept();
  }
  emit answered();
}

void NewPlanDialog::say(const QString& words, bool isBad, const std::vector<plan::LineError>& lines) {
  note_->setTone(isBad ? widgets::Tone::danger : widgets::Tone::neutral);
  note_->setText(words);
  linesModel_->setFields(linesOf(lines));
  const widgets::Tokens t = widgets::tokensOf(this);
  lines_->setFixedHeight(t.rowHeight * (std::min(linesModel_->rowCount(), mostLines) + 1) + t.unit);
  lines_->setVisible(linesModel_->rowCount() > 0);
}

void NewPlanDialog::reject() {
  if (busy_) session_.cancel(job_);
  QDialog::reject();
}

}  // namespace onceover::plans

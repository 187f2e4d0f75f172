// The widgets of the dialog; what they do is in new_plan_dialog.cpp.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/profile/sql.h"
#include "ui/plans/new_plan_dialog.h"
#include "ui/plans/words.h"
#include "ui/widgets/body_edit.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::plans {

using plan::Act;

namespace {

constexpr int listHeight = 110;

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
      held_(new QCheckBox(tr("Also rows without a visible lease: I know that no executor is at &work on them"))),
      window_(new QCheckBox(tr("Also keys whose &window has not ended"))),
      cancel_(new QCheckBox(tr("Where the gateway &knows nothing and can, it is told never to perform the effect"))),
      minutes_(named(new QSpinBox, tr("Length of the lease"))),
      errors_(named(new QSpinBox, tr("Errors at least before it stops itself"))),
      rate_(named(new QDoubleSpinBox, tr("Rows a second at most"))),
      share_(named(new QDoubleSpinBox, tr("Share of errors at which it stops itself"))),
      form_(new QFormLayout),
      gateway_(new widgets::PlainLabel),
      note_(widgets::wrapped(widgets::TextRole::body, tr("What is missing, or what came of it"))),
      linesModel_(new widgets::FieldsModel({{tr("Line"), 8}, {tr("What is wrong"), 60}}, this)),
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
  auto* words = widgets::wrappedText(
      filter_ ? tr("Of the rows of %1 that this filter finds now: %2").arg(table, widgets::shown(plan::in_words(*filter_)))
              : tr("Of the rows of %1 in this list:").arg(table));
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
  lines_->hide();
  layout->addWidget(lines_);
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
  auto* line = widgets::lineOf(limits);
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

}  // namespace onceover::plans

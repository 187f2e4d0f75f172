#include "ui/alerts/rules_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>

#include "ui/alerts/alerts.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/widgets.h"

namespace onceover::alerts {

using widgets::PlainLabel;
using widgets::TextRole;

RulesDialog::RulesDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), settings_(settings), problem_(widgets::wrapped(TextRole::body)) {
  setWindowTitle(tr("Alert rules"));
  setAttribute(Qt::WA_DeleteOnClose);
  new widgets::DialogGuard(this);
  setMinimumWidth(640);
  auto* layout = new QVBoxLayout(this);
  auto* words =
      widgets::wrappedText(tr("A rule fires while its value is above a limit. An empty limit means none; with both empty the rule is off. "
                              "Write ages as 30s, 5m or 2h. `oncectl check` applies the same rules for a monitoring system."));
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
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] { fill({}); });
  for (QAbstractButton* button : buttons->buttons()) static_cast<QPushButton*>(button)->setAutoDefault(button == apply);
  apply->setDefault(true);
  widgets::tabAfter(rows_.back().critical, *buttons);
  fill(settings);
  rows_.front().warning->setFocus();
}

void RulesDialog::fill(const Settings& settings) {
  const auto text = [](const std::optional<double>& limit) { return limit ? QString::number(*limit, 'g', 12) : QString(); };
  for (const Row& row : rows_) {
    row.warning->setText(text(settings.of(row.rule).warning));
    row.critical->setText(text(settings.of(row.rule).critical));
  }
}

// What is wrong is said with the field in focus, and nothing is applied.
void RulesDialog::check() {
  Settings typed = settings_;
  for (const Row& row : rows_) {
    const std::string warning = widgets::bytes(row.warning->text().trimmed()), critical = widgets::bytes(row.critical->text().trimmed());
    const std::string limits = warning.empty() && critical.empty() ? "off" : warning + ',' + critical;
    if (auto set = set_from_text(typed, std::string(name(row.rule)) + '=' + limits); !set) {
      problem_->setText(
          tr("%1: a limit must be empty or not negative, and the warning must not be above the critical limit.").arg(titleOf(row.rule)));
      problem_->show();
      row.warning->setFocus();
      return;
    }
  }
  settings_ = typed;
  accept();
}

}  // namespace onceover::alerts

#include "ui/plans/run_dialog.h"

#include <QCheckBox>
#include <algorithm>

#include "ui/plans/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::plans {
namespace {

constexpr int mostVerdicts = 8;

widgets::ConfirmText textOf(const RunWhat& what) {
  const QString name = widgets::shown(what.plan.name);
  widgets::ConfirmText text;
  const bool isDry = what.work == plan::Work::dry_run;
  text.title = (isDry           ? RunDialog::tr("Dry run of plan “%1”")
                : what.isResume ? RunDialog::tr("Resume plan “%1”")
                                : RunDialog::tr("Run plan “%1”"))
                   .arg(name);
  text.text = doesInWords(what.plan) + QLatin1Char('\n') +
              (isDry ? RunDialog::tr("The dry run reads these rows and asks the gateway with your rights. It writes none of them.")
                     : runInWords(what.plan.act, what.totals));
  // Whole, since a person confirms it: a table would cut a long statement.
  for (const auto& touched : touchedBy(what.plan)) text.detail += QStringLiteral("%1: %2\n").arg(touched.name, touched.before);
  text.detail.chop(1);
  text.button = isDry ? RunDialog::tr("&Dry run") : what.isResume ? RunDialog::tr("&Resume") : RunDialog::tr("&Run");
  text.dangerous = what.isProduction || what.plan.act == plan::Verb::discard || what.plan.act == plan::Verb::reap;
  text.asksReason = what.isResume;
  return text;
}

}  // namespace

RunDialog::RunDialog(const RunWhat& what, QWidget* parent) : ConfirmDialog(textOf(what), parent), what_(what) {
  if (what.work == plan::Work::run) {
    const auto fields = whatIsWritten(what.plan.act, what.totals);
    addFields(tr("What would be written, by verdict"),
              {{tr("What is foreseen"), 20, widgets::FieldsModel::Stretch},
               {tr("Rows and amounts"), 34, widgets::FieldsModel::Whole},
               {tr("The run"), 24}},
              std::clamp(static_cast<int>(fields.size()), 1, mostVerdicts))
        ->setRows(fields);
  }
  const plan::RunOptions usual;
  if (what.work == plan::Work::run && what.plan.state == plan::State::ready && what.plan.ready_at &&
      what.plan.as_of - *what.plan.ready_at > usual.stale_after) {
    stale_ = addWord(tr("&The dry run is %1 old. I know that it still holds.").arg(widgets::span(what.plan.as_of - *what.plan.ready_at)));
  }
  if (what.plan.gateway && what.described && what.described != what.plan.gateway) {
    another_ = addWord(tr("The &gateway is not described as it was when the plan was made. I know that this is as good."));
  }
  if (plan::needs_confirmation(what.plan, what.work)) {
    others_ = addWord(tr("Another database user, %1, &made this plan. I have read what it writes.")
                          .arg(widgets::shown(what.plan.db_user).replace(QLatin1Char('&'), QStringLiteral("&&"))));
  }
  for (QLineEdit* edit : findChildren<QLineEdit*>()) edit->setFocus();
  resize(720, sizeHint().height());
  update();
}

QCheckBox* RunDialog::addWord(const QString& words) {
  auto* box = new QCheckBox(words);
  connect(box, &QCheckBox::toggled, this, &RunDialog::update);
  addWidget(box);
  return box;
}

void RunDialog::update() {
  setBlocked(std::ranges::any_of(std::initializer_list<QCheckBox*>{stale_, another_, others_},
                                 [](const QCheckBox* box) { return box != nullptr && !box->isChecked(); }));
}

plan::RunOptions RunDialog::options() const {
  plan::RunOptions options;
  options.although_stale = stale_ != nullptr && stale_->isChecked();
  if (others_ != nullptr && others_->isChecked()) options.confirmed = plan::writes_of(what_.plan).word;
  options.another_gateway = another_ != nullptr && another_->isChecked();
  return options;
}

}  // namespace onceover::plans

#include "ui/plans/new_plan_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

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

constexpr int mostLines = 5;

}  // namespace

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
    return tr("Without a gateway, a manual override decides: a ticket, and what shows that nothing happened.");
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
  linesModel_->setRows(linesOf(lines));
  lines_->setHeightInRows(std::min(linesModel_->rowCount(), mostLines));
  lines_->setVisible(linesModel_->rowCount() > 0);
}

void NewPlanDialog::reject() {
  if (busy_) session_.cancel(job_);
  QDialog::reject();
}

}  // namespace onceover::plans

#include "ui/drift/drift_page.h"

#include <QAction>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QFileInfo>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "core/drift/report.h"
#include "core/profile/sql.h"
#include "ui/drift/drift_text.h"
#include "ui/drift/findings_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::drift {

using widgets::shown;
using widgets::Tone;

namespace {

// A file holds all that was kept.
constexpr std::size_t all = 1'000'000;

Timestamp timeOf(const QDateTimeEdit* edit) {
  return Timestamp{std::chrono::duration_cast<Duration>(std::chrono::milliseconds(edit->dateTime().toMSecsSinceEpoch())).count()};
}

void setTime(QDateTimeEdit* edit, Timestamp at) {
  edit->setDateTime(
      QDateTime::fromMSecsSinceEpoch(std::chrono::duration_cast<std::chrono::milliseconds>(at - Timestamp{}).count(), Qt::UTC));
}

std::optional<std::string> given(const QLineEdit* edit) {
  const QString text = edit->text().trimmed();
  return text.isEmpty() ? std::nullopt : std::optional(widgets::bytes(text));
}

}  // namespace

void DriftPage::refresh() {
  const QString configured = session().connection().gatewayConfig;
  if (configured != gatewayOf_) {
    gatewayOf_ = configured;
    gateway_->setText(configured);
  }
  if (!report_ && !run_->isRunning() && !looking_) showIdle();
  updateForm();
}

void DriftPage::showIdle() {
  const QString what =
      tr("Finished keys would be held against the gateway's own ledger here, both ways: what we say succeeded and it does "
         "not know, what it did and we do not say, two effects under one key.");
  if (gateway_->text().trimmed().isEmpty()) {
    return showEmpty(tr("No gateway is configured"),
                     what + ' ' + tr("Name a gateway's configuration where the connection is described, or choose one above."));
  }
  const QString& problem = session().facts().gatewayProblem;
  if (!problem.isEmpty() && gateway_->text().trimmed() == session().connection().gatewayConfig)
    return showEmpty(tr("The gateway cannot be asked"), tr("%1 Mend its configuration, or choose another above.").arg(problem));
  showEmpty(
      tr("Nothing has been compared yet"),
      what + ' ' +
          tr("Choose the time, then compare. It only reads, here and there, at the rate that the gateway declares, and goes on in the "
             "background."),
      tr("Compare"));
}

// Of another server nothing that stands here is true.
void DriftPage::startAnew() {
  run_->leave();
  report_.reset();
  looking_ = false;
  progress_->hide();
  model_->setFound({});
  note_->hide();
  showIdle();
}

QString DriftPage::whyNot() const {
  if (!session().isReady()) return tr("Not connected.");
  if (gateway_->text().trimmed().isEmpty()) return tr("Choose a gateway first.");
  if (session().profile().kind != profile::Kind::idempotency) return tr("Rows of this table are events: a gateway knows nothing of them.");
  if (!between_->isHidden() && timeOf(from_) >= timeOf(to_)) return tr("The time ends before it begins.");
  return {};
}

void DriftPage::updateForm() {
  const bool isBetween = time_->currentData().toInt() == 0;
  if (isBetween && between_->isHidden()) {
    const Timestamp now = session().estimatedNow();
    setTime(to_, now);
    setTime(from_, now - std::chrono::hours(24));
  }
  between_->setVisible(isBetween);
  sample_->setVisible(part_->currentIndex() == 1);
  const bool isBusy = run_->isRunning() || looking_;
  const QString why = whyNot();
  acts_.at(Do::compare)->setEnabled(!isBusy && why.isEmpty());
  acts_.at(Do::cancel)->setEnabled(run_->isRunning());
  for (const Do act : {Do::csv, Do::json, Do::markdown}) acts_.at(act)->setEnabled(report_.has_value());
  if (isBetween && !isBusy && session().isReady()) {
    note_->setTone(Tone::warn);
    note_->setText(why);
    note_->setVisible(!why.isEmpty());
  }
}

Wanted DriftPage::wanted() const {
  Wanted wanted;
  wanted.gatewayConfig = gateway_->text().trimmed();
  if (const int hours = time_->currentData().toInt(); hours > 0) {
    wanted.last = std::chrono::hours(hours);
  } else {
    wanted.from = timeOf(from_);
    wanted.to = timeOf(to_);
  }
  if (part_->currentIndex() == 1) wanted.sample = sample_->value();
  wanted.operation = given(operation_);
  wanted.tenant = given(tenant_);
  return wanted;
}

void DriftPage::chooseGateway() {
  widgets::askOpenPath(this, tr("Choose a gateway's configuration"), tr("Configurations (*.toml)"),
                       [this](const QString& path) { gateway_->setText(path); });
}

void DriftPage::compareNow() {
  if (!acts_.at(Do::compare)->isEnabled()) return;
  looking_ = true;
  note_->hide();
  updateForm();
  if (!report_) showLoading(tr("Looking at the range …"));
  run_->look(wanted());
}

void DriftPage::goOn(const Outlook& outlook) {
  looking_ = false;
  sql_ = widgets::text(outlook.sql);
  const QString gateway = gateway_->text().trimmed();
  const auto start = [this, gateway, outlook] {
    if (!report_) showLoading(tr("Comparing …"));
    run_->start(gateway, outlook);
    startedWith_ = shown(widgets::bytes(QFileInfo(gateway).fileName()));
    updateForm();
  };
  if (!outlook.forecast.scans) return start();
  widgets::ConfirmText text;
  text.title = tr("Read the whole table?");
  text.text = tr("The range is found by reading the whole table: %1").arg(shown(outlook.forecast.why));
  text.button = tr("&Compare all the same");
  auto* dialog = new widgets::ConfirmDialog(text, this);
  connect(dialog, &QDialog::accepted, this, start);
  connect(dialog, &QDialog::rejected, this, [this] {
    if (!report_) showIdle();
    updateForm();
  });
  dialog->open();
}

void DriftPage::showProgress() {
  progress_->setVisible(run_->isRunning());
  const auto part = run_->part();
  bar_->setRange(0, part ? 1000 : 0);
  if (part) bar_->setValue(static_cast<int>(1000 * *part));
  progressWords_->setText(run_->progress());
}

void DriftPage::cancelRun() { run_->cancel(); }

void DriftPage::showReport(const Report& report) {
  report_ = report;
  table_ = run_->table();
  comparedWith_ = startedWith_;
  progress_->hide();
  setAge(report.as_of);
  model_->setFound(report.found);
  showFound();
  updateForm();
  showContent();
  emit compared();
}

void DriftPage::showFound() {
  const Headline headline = headlineOf(*report_);
  badge_->setBadge(headline.badge);
  words_->setText(headline.words);
  for (const auto& [kind, chip] : counts_) {
    const auto count = report_->counts.find(kind);
    const std::int64_t n = count == report_->counts.end() ? 0 : count->second;
    const QString words = tr("%1: %2").arg(badgeOf(kind).word, widgets::number(n));
    chip->setText(words);
    chip->setAccessibleName(words);
    chip->setEnabled(n > 0);
    chip->setChecked(model_->only() == kind);
  }
  totals_->setText(tr("%1 with %2 · %3").arg(shown(table_->schema + "." + table_->table), comparedWith_, totalsOf(*report_, clock())));
  const int rows = model_->rowCount();
  const std::size_t kept = report_->found.size();
  std::int64_t counted = 0;
  for (const auto& [kind, n] : report_->counts) counted += n;
  QString listed = rows == 1 ? tr("1 finding. Enter opens its key.") : tr("%1 findings. Enter opens the key.").arg(widgets::number(rows));
  if (static_cast<std::int64_t>(kept) < counted) listed += ' ' + tr("More were counted than are kept.");
  openNote_->setText(rows == 0 ? tr("Nothing disagrees. What would is listed here, with both sides and why.") : listed);
}

void DriftPage::tellFailure(const Error& error) {
  looking_ = false;
  progress_->hide();
  note_->setTone(error.is_cancelled() ? Tone::muted : Tone::danger);
  note_->setText(error.is_cancelled() ? tr("The comparison was cancelled. Nothing was written.") : widgets::sentences(error));
  note_->show();
  // A report that stands is of another time, and stays.
  if (!report_) showIdle();
  updateForm();
  emit compared();
}

void DriftPage::choose(Kind kind) {
  if (!report_) return;
  model_->setOnly(model_->only() == kind ? std::nullopt : std::optional(kind));
  showFound();
}

void DriftPage::openRow(const QModelIndex& index) {
  if (!index.isValid()) return;
  const Found found = model_->at(index.row());
  if (!found.ours) {
    openNote_->setText(
        tr("No row of ours has this key: it was reaped since, or is another program's. It can be looked up at the gateway."));
    return;
  }
  // The table may have been changed since.
  const auto table = table_;
  const bool isOwn = profile::is_own(*table);
  const profile::Profile& now = session().profile();
  const bool isRead = isOwn ? profile::is_own(now) : !profile::is_own(now) && profile::table_name(now) == profile::table_name(*table);
  if (!isRead) session().useProfile(isOwn ? bridge::ownProfile() : table);
  emit caseRequested(found.ours->id);
}

void DriftPage::askCsv() { askExport(QStringLiteral("csv")); }
void DriftPage::askJson() { askExport(QStringLiteral("json")); }
void DriftPage::askMarkdown() { askExport(QStringLiteral("md")); }

void DriftPage::askExport(const QString& suffix) {
  widgets::askSavePath(this, tr("Export the report"), QStringLiteral("drift.") + suffix, [this](const QString& path) { exportTo(path); });
}

void DriftPage::exportTo(const QString& path) {
  if (!report_) return;
  const std::string text = path.endsWith(QLatin1String(".md"))     ? to_markdown(*report_, all)
                           : path.endsWith(QLatin1String(".json")) ? to_json(*report_, all) + "\n"
                                                                   : to_csv(*report_, all);
  const auto saved = widgets::savePrivately(path, QByteArray::fromStdString(text));
  note_->setTone(saved ? Tone::ok : Tone::danger);
  note_->setText(saved ? tr("Saved to %1, readable for you alone.").arg(widgets::shown(widgets::bytes(path)))
                       : widgets::sentences(saved.error()));
  note_->show();
  if (saved) emit exported(path);
}

void DriftPage::clockChanged() {
  model_->setClock(clock());
  if (report_) showFound();
}

void DriftPage::focusSearch() { gateway_->setFocus(); }

}  // namespace onceover::drift

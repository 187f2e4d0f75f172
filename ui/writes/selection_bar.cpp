// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/selection_bar.h"

#include <QItemSelectionModel>

#include "ui/widgets/widgets.h"

namespace onceover::writes {

namespace {

// Asking cannot be cancelled: between so many rows a person may end it.
constexpr std::size_t askedAtOnce = 20;
constexpr std::chrono::seconds askedWithin(20);

Result<Answers> askAbout(bridge::Reader& reader, const std::vector<key::Identity>& ids) {
  gateway::Gateway* gateway = reader.gateway();
  if (gateway == nullptr) {
    return fail(ErrorKind::unsupported, "No gateway is configured for this connection.",
                "The gateway was not asked.", "Name a gateway's configuration in the connection.");
  }
  Answers answers;
  std::vector<browse::KeyRow> rows;
  for (const key::Identity& id : ids) {
    auto detail = reader.browser().detail(id);
    if (!detail) return fail(detail.error());
    browse::Detail* found = detail->found();
    if (found == nullptr && !detail->is_absent())
      return fail(ErrorKind::unsupported, "A row is not seen any more. " + detail->none().why,
                  "The gateway was not asked.", detail->none().remedy);
    if (found == nullptr) {
      ++answers.gone;
      continue;
    }
    answers.asOf = found->as_of;
    rows.push_back(std::move(found->row));
  }
  for (std::size_t from = 0; from < rows.size(); from += askedAtOnce) {
    if (reader.isCancelled())
      return fail(ErrorKind::cancelled, "It was cancelled.", "Nothing was written.", "");
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), from + askedAtOnce));
    const std::vector<browse::KeyRow> some(begin, end);
    auto asked = reconcile::ask(*gateway, some, answers.asOf,
                                {.deadline = Steady::now() + askedWithin, .profile = &reader.profile()});
    for (std::size_t i = 0; i < some.size(); ++i) answers.rows.push_back({some[i], std::move(asked[i])});
    reader.progress(static_cast<std::int64_t>(answers.rows.size()), static_cast<std::int64_t>(rows.size()));
  }
  return answers;
}

// What a person can confirm for many rows at once: a response that is to be typed cannot.
bool isSettledAtOnce(const Answered& one) {
  return reconcile::is_offered(one.asked.verdict.kind) &&
         one.asked.verdict.kind != reconcile::VerdictKind::done_needs_response;
}

bool isReleased(const Answered& one) {
  return reconcile::verb_for(one.asked.verdict.kind) == tables::Verb::release;
}

}  // namespace

SelectionBar::SelectionBar(bridge::Session& session, const std::vector<RowVerbs::Offer>& offers,
                           QWidget* parent)
    : QWidget(parent),
      session_(session),
      words_(widgets::elided(widgets::TextRole::caption, tr("Selected rows"))),
      verbs_(new RowVerbs(session, offers)),
      card_(new QWidget),
      answersCard_(new AnswersCard),
      report_(new RowReportCard) {
  ask_ = widgets::addAction(this, tr("Ask the gateway about the selected rows"),
                            QKeySequence(Qt::CTRL | Qt::Key_G), "search", &SelectionBar::ask);
  settle_ =
      widgets::addAction(this, tr("Settle the selected rows from the answers …"),
                         QKeySequence(Qt::CTRL | Qt::Key_Return), "check", [this] { settle(Which::all); });
  release_ = widgets::addAction(this, tr("Release the selected rows that the answers allow …"),
                                QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), "refresh",
                                [this] { settle(Which::released); });
  plan_ =
      widgets::addAction(this, tr("Plan the selected rows …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N),
                         "play", [this] { emit planRequested(ids()); });
  settleButton_ = widgets::buttonOf(settle_, tr("Settle …"));
  releaseButton_ = widgets::buttonOf(release_, tr("Release …"));
  widgets::fill(widgets::lineOf(this, widgets::tokensOf(this).unit),
                {{words_, 1},
                 widgets::buttonOf(ask_, tr("Ask")),
                 settleButton_,
                 releaseButton_,
                 verbs_,
                 widgets::buttonOf(plan_, tr("Plan …"))});
  widgets::fill(widgets::columnOf(card_, 0), {answersCard_, report_});
  connect(verbs_, &RowVerbs::armRequested, this, &SelectionBar::armRequested);
  connect(verbs_, &RowVerbs::failed, report_, &RowReportCard::showError);
  connect(verbs_, &RowVerbs::answered, this, &SelectionBar::showReport);
  connect(&session, &bridge::Session::armedChanged, this, &SelectionBar::update);
  update();
}

void SelectionBar::serve(widgets::Page& page, const widgets::TableView& table,
                         const std::function<browse::KeyRow(int row)>& at) {
  const auto note = [this, &table, at] {
    std::vector<browse::KeyRow> rows;
    for (const int row : table.selectedRows()) rows.push_back(at(row));
    setSelected(std::move(rows));
  };
  connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, note);
  connect(table.model(), &QAbstractItemModel::modelReset, this, note);
  connect(this, &SelectionBar::armRequested, &page, &widgets::Page::armRequested);
  connect(this, &SelectionBar::planRequested, &page, &widgets::Page::selectionPlanRequested);
  connect(this, &SelectionBar::written, &page, [this, &page] {
    if (session_.isReady()) page.refresh();
  });
  page.addActions(QList<QAction*>{ask_, settle_, release_, plan_} + verbs_->verbActions());
}

void SelectionBar::readAccess() {
  session_.read<tables::Access>(
      this, tr("Permissions on this table"),
      [](bridge::Reader& reader) { return accessTo(reader, reader.profile()); },
      [this](const Result<tables::Access>& access) {
        if (access) setAccess(*access);
      });
}

bool SelectionBar::isOwn() const { return tables::is_own(session_.profile()); }

std::vector<key::Identity> SelectionBar::ids() const {
  std::vector<key::Identity> ids;
  for (const browse::KeyRow& row : selected_) ids.push_back(row.id);
  return ids;
}

void SelectionBar::startAnew() {
  selected_.clear();
  answers_.reset();
  then_.reset();
  verbs_->setAccess(std::nullopt);
  verbs_->setSelected({});
  answersCard_->hide();
  report_->hide();
  update();
}

void SelectionBar::setSelected(std::vector<browse::KeyRow> rows) {
  const std::vector<key::Identity> before = ids();
  selected_ = std::move(rows);
  if (ids() != before) {
    answers_.reset();
    then_.reset();
  }
  verbs_->setSelected(ids());
  update();
}

QString SelectionBar::whyNoAsking() const {
  const bridge::ServerFacts& facts = session_.facts();
  if (!facts.gatewayProblem.isEmpty()) return tr("The gateway cannot be asked: %1").arg(facts.gatewayProblem);
  if (!facts.hasGateway) return tr("No gateway is configured for this connection.");
  if (selected_.empty()) return tr("No row is selected.");
  if (selected_.size() > mostInPlace)
    return tr("More than %1 rows are selected: make a plan of them.").arg(widgets::number(mostInPlace));
  return {};
}

QString SelectionBar::whyNoSettling() const {
  if (const QString why = whyNoAsking(); !why.isEmpty()) return why;
  return whyScriptOnly(session_);
}

void SelectionBar::update() {
  const bool own = isOwn();
  key::Sums sums;
  for (const browse::KeyRow& row : selected_) sums.add(row.subject);
  const auto n = static_cast<std::int64_t>(selected_.size());
  const bool hasAmounts = !session_.profile().amount.empty();
  words_->setText(n == 0 ? QString()
                         : tr("%1 selected").arg(widgets::number(n)) +
                               (hasAmounts ? widgets::sumsBeside(sums) : QString()));
  const auto offer = [this](QAction* action, const QString& why) {
    widgets::allow(action, busy_ ? tr("Working …") : why);
  };
  offer(ask_, whyNoAsking());
  offer(settle_, own ? whyNoSettling() : tr("This is for keys of our own."));
  offer(release_, own ? whyNoSettling() : tr("This is for keys of our own."));
  const bool canPlan = session_.facts().schema.fit == schema::Fit::current;
  offer(plan_, selected_.empty() ? tr("No row is selected.")
               : canPlan         ? QString()
                                 : session_.facts().schemaSentence);
  settleButton_->setVisible(own);
  releaseButton_->setVisible(own);
  verbs_->setVisible(!own);
}

void SelectionBar::ask() {
  if (busy_ || !whyNoAsking().isEmpty()) return;
  busy_ = true;
  update();
  session_.read<Answers>(
      this, tr("Asking the gateway"), [ids = ids()](bridge::Reader& reader) { return askAbout(reader, ids); },
      [this, ids = ids()](Result<Answers> answers) {
        busy_ = false;
        report_->hide();
        const auto then = std::exchange(then_, std::nullopt);
        if (!answers) {
          answersCard_->showError(answers.error());
        } else if (ids == this->ids()) {
          answersCard_->showAnswers(*answers);
          answers_ = std::move(*answers);
        }
        update();
        emit answered();
        if (then && answers_) confirm(*then);
      });
}

// Asks first where the answers of these rows are not there.
void SelectionBar::settle(Which which) {
  if (busy_ || !isOwn() || !whyNoSettling().isEmpty()) return;
  if (answers_) return confirm(which);
  then_ = which;
  ask();
}

std::vector<Answered> SelectionBar::offered(Which which) const {
  std::vector<Answered> rows;
  for (const Answered& one : answers_->rows) {
    if (isSettledAtOnce(one) && (which == Which::all || isReleased(one))) rows.push_back(one);
  }
  return rows;
}

void SelectionBar::confirm(Which which) {
  const std::vector<Answered> rows = offered(which);
  if (rows.empty()) return;
  if (!armedFor(session_, this, [this, which, ids = ids()] {
        if (answers_ && ids == this->ids()) confirm(which);
      })) {
    return emit armRequested();
  }
  const auto n = static_cast<std::int64_t>(rows.size());
  widgets::ConfirmText text;
  text.title = which == Which::all ? tr("Settle %Ln rows", nullptr, widgets::counted(n))
                                   : tr("Release %Ln rows", nullptr, widgets::counted(n));
  text.text =
      tr("Before each row is written the gateway is asked again. Where its answer or the row has changed, "
         "that row is not written.");
  if (const auto left = std::ssize(selected_) - n; left > 0)
    text.text += ' ' + tr("%Ln selected rows are left as they are.", nullptr, widgets::counted(left));
  text.button = which == Which::all ? tr("&Settle") : tr("&Release");
  text.dangerous = session_.connection().isProduction;
  text.asksReason = true;
  text.ticket = tr("Ticket (optional)");
  auto* dialog = new widgets::ConfirmDialog(text, this);
  const auto verdicts = verdictsOf(rows);
  dialog
      ->addFields(tr("What is written"),
                  {{tr("Verdict"), 24}, {tr("Rows"), 8}, {tr("Amounts"), 36, widgets::FieldsModel::Whole}},
                  static_cast<int>(verdicts.size()))
      ->setRows(verdicts);
  carryIncident(session_, *dialog, which == Which::all ? "settle" : "release");
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  // What is written is what the dialog shows, whatever is selected meanwhile.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, rows, title = which == Which::all ? tr("Settle") : tr("Release")] {
            write(rows, title, dialog->reason(), dialog->ticket());
          });
  dialog->resize(620, dialog->sizeHint().height());
  dialog->open();
}

void SelectionBar::write(const std::vector<Answered>& rows, const QString& title, const QString& reason,
                         const QString& ticket) {
  busy_ = true;
  update();
  reconcile::WriteRequest request;
  request.reason = widgets::bytes(reason);
  request.ticket = widgets::bytes(ticket);
  const int left = static_cast<int>(selected_.size() - std::min(selected_.size(), rows.size()));
  std::vector<RowWrite> writes;
  for (const Answered& one : rows)
    writes.push_back({{.row = one.row}, {.request = request, .confirmed = one.asked.verdict}});
  session_.write<std::vector<RowReport>>(
      this, tr("Settling the selected rows"),
      [writes](bridge::Reader& reader) -> Result<std::vector<RowReport>> {
        if (reader.gateway() == nullptr)
          return fail(ErrorKind::unsupported, "The gateway cannot be asked.", "Nothing was written.",
                      "Connect again.");
        return writeEach(reader, reader.profile(), writes);
      },
      [this, rows, title, left](Result<std::vector<RowReport>> reports) {
        busy_ = false;
        answers_.reset();
        VerdictReport report{.title = title, .left = left};
        if (reports) {
          report.rows = std::move(*reports);
        } else {
          for (const Answered& one : rows) report.rows.push_back({{.row = one.row}, fail(reports.error())});
        }
        showReport(report);
      });
}

void SelectionBar::showReport(const VerdictReport& report) {
  answersCard_->hide();
  report_->showReport(report, session_.profile());
  update();
  emit written();
}

namespace {

// The page below stays in sight.
constexpr int mostRows = 5;

}  // namespace

RowReportCard::RowReportCard(QWidget* parent)
    : widgets::ResultCard(tr("Result"), parent),
      model_(new widgets::FieldsModel(
          {{tr("Row"), 34, widgets::FieldsModel::Mono}, {tr("Result"), 12}, {tr("Details"), 60}}, this)),
      table_(new widgets::TableView(tr("Result of each row"), model_)) {
  body()->addWidget(table_);
}

void RowReportCard::showReport(const VerdictReport& report, const tables::Profile& profile) {
  std::vector<widgets::FieldChange> lines;
  std::int64_t written = 0;
  key::Sums sums;
  for (const RowReport& row : report.rows) {
    const widgets::Told told = toldOutcome(profile, row.seen.row, row.outcome);
    const bool isWritten = told.badge.tone == widgets::Tone::ok;
    written += isWritten ? 1 : 0;
    if (isWritten) sums.add(row.seen.row.subject);
    QString said = QString(told.words).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (const auto unconfirmed = row.outcome ? unconfirmedOf(*row.outcome) : std::string();
        !unconfirmed.empty())
      said += ' ' + widgets::shown(unconfirmed);
    lines.push_back({widgets::shown(row.seen.row.id.key), told.badge.word, said, false});
  }
  const QString title = report.title.isEmpty() ? verbTitle(report.verb) : report.title;
  const auto asked = static_cast<std::int64_t>(report.rows.size());
  const bool all = written == asked && asked > 0;
  const auto badge = all ? widgets::Badge{tr("written"), QStringLiteral("check"), widgets::Tone::ok}
                     : written > 0
                         ? widgets::Badge{tr("in part"), QStringLiteral("half"), widgets::Tone::warn}
                         : widgets::Badge{tr("not written"), QStringLiteral("warning"), widgets::Tone::warn};
  QString words =
      asked == 0
          ? tr("%1: these rows no longer exist.").arg(title)
          : tr("%1: %2 of %3 rows written.").arg(title, widgets::number(written), widgets::number(asked));
  if (written > 0 && !profile.amount.empty()) words += ' ' + tr("Written: %1.").arg(widgets::sumsShown(sums));
  if (report.left > 0 && asked > 0)
    words += ' ' + tr("%1 more were skipped: gone, or in another state.").arg(widgets::number(report.left));
  model_->setRows(std::move(lines));
  table_->setVisible(asked > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostRows));
  showResult({badge, words});
}

void RowReportCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(widgets::toldFailure(error));
}

namespace {

// The list below stays in sight.
constexpr int mostAnswers = 6;

}  // namespace

AnswersModel::AnswersModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Key"), 26, Mono}, [](const Answered& one) { return widgets::shown(one.row.id.key); }},
      {{tr("Customer"), 16}, [](const Answered& one) { return widgets::shown(one.row.subject.customer); }},
      {{tr("Amount"), 18, Right | Whole},
       [](const Answered& one) { return widgets::money(one.row.subject); }},
      {{tr("The gateway"), 22},
       [](const Answered& one) { return widgets::badgeOf(one.asked.evidence.finding); }},
      {{tr("Verdict"), 22}, [](const Answered& one) { return widgets::badgeOf(one.asked.verdict); }},
      {{tr("Why"), 30, Stretch}, [](const Answered& one) { return widgets::shown(one.asked.verdict.why); }},
  });
}

std::vector<widgets::FieldChange> verdictsOf(const std::vector<Answered>& rows) {
  std::map<QString, std::pair<std::int64_t, key::Sums>> found;
  for (const Answered& one : rows) {
    auto& [n, sums] = found[widgets::badgeOf(one.asked.verdict).word];
    ++n;
    sums.add(one.row.subject);
  }
  std::vector<widgets::FieldChange> fields;
  for (const auto& [word, counted] : found)
    fields.push_back({word, widgets::number(counted.first), widgets::sumsShown(counted.second), false});
  return fields;
}

AnswersCard::AnswersCard(QWidget* parent)
    : widgets::ResultCard(tr("Answers of the gateway"), parent),
      model_(new AnswersModel(this)),
      table_(new widgets::TableView(tr("Answer for each row"), model_)) {
  body()->addWidget(table_);
}

void AnswersCard::showAnswers(const Answers& answers) {
  const auto n = static_cast<std::int64_t>(answers.rows.size());
  const std::int64_t silent = std::ranges::count_if(
      answers.rows, [](const Answered& one) { return reconcile::is_silent(one.asked); });
  const widgets::Badge badge =
      n > 0 && silent == n ? widgets::Badge{tr("no answer"), QStringLiteral("cross"), widgets::Tone::danger}
      : silent > 0         ? widgets::Badge{tr("in part"), QStringLiteral("half"), widgets::Tone::warn}
                           : widgets::Badge{tr("asked"), QStringLiteral("check"), widgets::Tone::info};
  QString words = tr("The gateway was asked about %Ln rows.", nullptr, widgets::counted(n));
  if (silent > 0 && n > 1)
    words += ' ' + tr("It gave no answer about %1 of them.").arg(widgets::number(silent));
  if (silent > 0 && n == 1) words += ' ' + tr("It gave no answer.");
  widgets::Told told{badge, words + ' ' + tr("Nothing was written.")};
  told.lines.append(tr("As of %1").arg(widgets::exact(answers.asOf, widgets::ClockChoice::utc)));
  for (const widgets::FieldChange& field : verdictsOf(answers.rows)) {
    told.lines.append(field.after.isEmpty() ? tr("%1: %2").arg(field.name, field.before)
                                            : tr("%1: %2, %3").arg(field.name, field.before, field.after));
  }
  if (answers.gone > 0)
    told.lines.append(tr("%Ln rows no longer exist.", nullptr, widgets::counted(answers.gone)));
  model_->setRows(answers.rows, answers.asOf);
  table_->setVisible(n > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostAnswers));
  showResult(told);
}

void AnswersCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(widgets::toldFailure(error));
}

}  // namespace onceover::writes

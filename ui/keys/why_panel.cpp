// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/why_panel.h"

#include <QSignalBlocker>

#include "core/browse/promises.h"
#include "core/key/fingerprint.h"
#include "ui/bridge/session.h"
#include "ui/keys/listing.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/widgets.h"

namespace onceover::keys {
namespace {

constexpr int bodyLines = 5;

QString nameOf(const key::Identity& id) {
  return widgets::orDash(id.operation) + QStringLiteral(" · ") + widgets::orDash(id.tenant);
}

}  // namespace

WhyPanel::WhyPanel(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      key_(widgets::lineEdit(tr("Key to explain"), tr("Paste a key, a header line or a log line"))),
      which_(widgets::comboBox(tr("Operation and tenant"))),
      body_(new widgets::BodyEdit),
      ask_(new QPushButton(tr("&Ask"))),
      open_(new QPushButton(tr("&Open case"))),
      card_(new widgets::Card) {
  layOut();
  tick_.setInterval(std::chrono::seconds(1));
  connect(&tick_, &QTimer::timeout, this, &WhyPanel::countDown);
  connect(key_, &QLineEdit::textEdited, this, &WhyPanel::keyEdited);
  connect(key_, &QLineEdit::returnPressed, this, &WhyPanel::ask);
  connect(which_, &QComboBox::activated, this, &WhyPanel::rowChosen);
  connect(body_, &widgets::BodyEdit::fileTaken, this, &WhyPanel::refresh);
  connect(ask_, &QPushButton::clicked, this, &WhyPanel::ask);
  connect(open_, &QPushButton::clicked, this, &WhyPanel::openCase);
}

void WhyPanel::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* layout = widgets::columnOf(this, t.unit, QMargins(t.gap, 0, 0, 0));

  auto* top = new QHBoxLayout;
  top->addWidget(
      new widgets::PlainLabel(tr("Why does a client get this answer?"), nullptr, widgets::TextRole::heading),
      1);
  QToolButton* close = widgets::iconButton(QStringLiteral("close"), tr("Close"));
  connect(close, &QToolButton::clicked, this, &WhyPanel::closeRequested);
  layout->addLayout(top);

  key_->setFont(widgets::monospaceFont(font()));
  which_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  which_->hide();
  body_->setFixedHeight(body_->fontMetrics().lineSpacing() * bodyLines + 2 * t.unit);
  widgets::fill(layout, {key_, which_, body_});

  auto* buttons = widgets::lineOf(nullptr, t.unit);
  auto* file = new QPushButton(tr("Body from &file…"));
  connect(file, &QPushButton::clicked, this, [this] {
    widgets::askOpenPath(this, tr("Request body"), {},
                         [this](const QString& path) { body_->takeFile(path); });
  });
  widgets::fill(buttons, {ask_, file, widgets::stretch()});
  widgets::fill(layout, {buttons, answerCard(), widgets::stretch()});
  top->addWidget(close);  // last in the tab order
}

QWidget* WhyPanel::answerCard() {
  const widgets::Tokens t = widgets::tokensOf(this);
  headline_ = widgets::wrapped(widgets::TextRole::heading);
  rule_ = widgets::wrapped(widgets::TextRole::body);
  holder_ = widgets::wrapped(widgets::TextRole::body);
  clears_ = widgets::wrapped(widgets::TextRole::body);
  left_ = widgets::wrapped(widgets::TextRole::strong);
  payload_ = widgets::wrapped(widgets::TextRole::body);
  age_ = widgets::wrapped(widgets::TextRole::caption);
  auto* body = card_->body();
  body->setSpacing(t.half);
  const auto section = [&](const QString& caption, widgets::PlainLabel* label) {
    body->addSpacing(t.unit);
    body->addWidget(new widgets::PlainLabel(caption, nullptr, widgets::TextRole::caption));
    body->addWidget(label);
  };
  body->addWidget(headline_);
  body->addWidget(rule_);
  section(tr("Who holds it"), holder_);
  section(tr("When it clears"), clears_);
  body->addWidget(left_);
  section(tr("Payload"), payload_);
  body->addSpacing(t.unit);
  body->addWidget(age_);
  auto* row = widgets::fill(new QHBoxLayout, {open_, widgets::stretch()});
  body->addLayout(row);
  card_->hide();
  return card_;
}

void WhyPanel::forget() {
  tick_.stop();
  answer_.reset();
  chosen_.reset();
  key_->clear();
  body_->clear();
  which_->hide();
  card_->hide();
}

void WhyPanel::askFor(const key::Identity& id) {
  key_->setText(widgets::shown(id.key));
  which_->hide();
  chosen_ = id;
  ask();
}

void WhyPanel::ask() {
  if (!session_.isReady() || (!chosen_ && key_->text().isEmpty())) return;
  const WhyQuestion question{widgets::bytes(key_->text()), chosen_, body_->body()};
  session_.read<WhyAnswer>(
      this, tr("Why this answer"), [question](bridge::Reader& reader) { return askWhy(reader, question); },
      [this](Result<WhyAnswer> answer) { take(std::move(answer)); });
}

void WhyPanel::refresh() {
  if (answer_) ask();
}

void WhyPanel::focusKey() {
  key_->setFocus(Qt::ShortcutFocusReason);
  key_->selectAll();
}

void WhyPanel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (answer_) showAnswer();
}

void WhyPanel::keyEdited() {
  chosen_.reset();
  which_->hide();
}

void WhyPanel::rowChosen(int index) {
  chosen_ = answer_->rows[static_cast<std::size_t>(index)].id;
  ask();
}

void WhyPanel::take(Result<WhyAnswer> answer) {
  if (!answer && answer.error().is_cancelled()) return;
  card_->show();
  if (!answer) {
    tick_.stop();
    headline_->setText(tr("No answer"));
    headline_->setTone(widgets::Tone::danger);
    rule_->setText(widgets::sentences(answer.error()));
    for (auto* label : {holder_, clears_, left_, payload_, age_}) label->clear();
    open_->setEnabled(false);
    emit answered();
    return;
  }
  // One of several rows was asked for by name: the others stay to choose from.
  const bool chosenAmong =
      chosen_ && answer_ && answer_->rows.size() > 1 && answer_->id.key == answer->id.key;
  if (chosenAmong) answer->rows = std::move(answer_->rows);
  answer_ = std::move(*answer);
  showChoices();
  showAnswer();
  tick_.start();
  emit answered();
}

void WhyPanel::showChoices() {
  const QSignalBlocker quiet(which_);
  which_->clear();
  for (const auto& row : answer_->rows) {
    which_->addItem(nameOf(row.id));
    if (row.id == answer_->id) which_->setCurrentIndex(which_->count() - 1);
  }
  which_->setVisible(answer_->rows.size() > 1);
}

void WhyPanel::showAnswer() {
  const browse::Why& why = answer_->why;
  const Said headline = headlineOf(why), payload = payloadOf(why);
  headline_->setText(headline.text);
  headline_->setTone(headline.tone);
  rule_->setText(widgets::readable(why.rule, why.as_of, clock_));
  holder_->setText(holderOf(why, session_.profile(), clock_));
  clears_->setText(widgets::readable(why.clears, why.as_of, clock_));
  payload_->setText(payload.text);
  payload_->setTone(payload.tone);
  age_->setText(tr("%1as of %2")
                    .arg(why.row ? nameOf(why.row->id) + QLatin1String(", ") : QString(),
                         widgets::exact(why.as_of, clock_)));
  open_->setEnabled(why.row.has_value());
  countDown();
}

void WhyPanel::countDown() {
  const auto left = leftOf(answer_->why, session_.estimatedNow());
  left_->setVisible(left.has_value());
  if (!left) return;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(*left);
  left_->setText(seconds.count() > 0
                     ? tr("%1 left").arg(widgets::span(std::chrono::duration_cast<Duration>(seconds)))
                     : tr("The lease has ended. Ask again."));
}

void WhyPanel::openCase() { emit caseRequested(answer_->id); }

using widgets::Tone;

namespace {

// Reading a large table from end to end is for the list, which says so first.
Result<void> isFoundByAnIndex(bridge::Reader& reader, const std::string& pasted) {
  auto forecast = reader.browser().forecast({.key = browse::key_from_paste(pasted)});
  if (!forecast) return fail(forecast.error());
  if (!forecast->scans) return {};
  return fail(ErrorKind::unsupported, "No index finds a key in this table.", "Nothing was read.",
              "Search for it in the list, where it can be read anyway. " + forecast->why);
}

}  // namespace

Result<WhyAnswer> askWhy(bridge::Reader& reader, const WhyQuestion& question) {
  WhyAnswer answer;
  if (question.id) {
    answer.id = *question.id;
  } else {
    if (auto quick = isFoundByAnIndex(reader, question.pasted); !quick) return fail(quick.error());
    auto found = reader.browser().find(question.pasted);
    if (!found) return fail(found.error());
    if (const auto spelled = unspelled(question.pasted); found->rows.empty() && spelled) {
      found = reader.browser().find(*spelled);
      if (!found) return fail(found.error());
    }
    answer.rows = std::move(found->rows);
    answer.id = answer.rows.empty() ? key::Identity{{}, {}, browse::key_from_paste(question.pasted)}
                                    : answer.rows.front().id;
  }
  const auto salts = key::read_salts();
  if (!salts) return fail(salts.error());
  auto why = reader.browser().why(answer.id, question.body, {}, 422, *salts);
  if (!why) return fail(why.error());
  answer.why = std::move(*why);
  if (answer.rows.empty() && answer.why.row) answer.rows.push_back(*answer.why.row);
  return answer;
}

Said headlineOf(const browse::Why& why) {
  if (!why.row_known || (why.row && !why.row->state_known)) return {tr("Cannot tell"), Tone::warn};
  if (!why.status_known) {
    if (!why.row) return {tr("There is no such row"), Tone::info};
    // What its service answers is not for this program to say.
    const widgets::Badge badge = widgets::badgeOf(*why.row, why.as_of);
    return {why.status > 0 ? tr("%1, with %2 stored").arg(badge.word).arg(why.status) : badge.word,
            badge.tone};
  }
  if (why.status == 0) return {tr("A request now runs"), Tone::info};
  QString text = QString::number(why.status);
  if (!why.error_code.empty()) text += ' ' + widgets::shown(why.error_code);
  const bool replays = why.row && key::is_final(why.row->state) && why.payload_matches != false;
  if (replays) return {tr("%1, replayed").arg(text), Tone::ok};
  return {text, why.status == 409 ? Tone::warn : Tone::danger};
}

QString holderOf(const browse::Why& why, const tables::Profile& profile, widgets::ClockChoice clock) {
  if (!why.row_known) return tr("Unknown");
  if (!why.row) return tr("No one");
  if (key::is_final(why.row->state)) return tr("No one: it is finished");
  if (why.row->state == key::State::released) return tr("No one: it was released");
  if (!why.status_known)
    return widgets::readable(browse::who_holds(profile, *why.row, why.as_of), why.as_of, clock);
  const QString kind = why.row->holder == key::Holder::executor  ? tr("its executor")
                       : why.row->holder == key::Holder::sweeper ? tr("a sweeper")
                                                                 : tr("an operator");
  const QString owner =
      why.row->owner.empty() ? QString() : QLatin1String(", ") + widgets::shown(why.row->owner);
  return tr("%1%2, fence %3, try %4").arg(kind, owner).arg(why.row->fence).arg(why.row->attempts);
}

Said payloadOf(const browse::Why& why) {
  if (!why.row_known) return {tr("Nothing is seen to compare with"), Tone::muted};
  if (!why.row) return {tr("Nothing is stored to compare with"), Tone::muted};
  if (!why.why_not_compared.empty()) return {widgets::shown(why.why_not_compared), Tone::muted};
  if (!why.payload_matches && why.row->fingerprint.empty())
    return {tr("This row keeps no fingerprint to compare with"), Tone::muted};
  if (!why.payload_matches) return {tr("Not compared: give the request's body above"), Tone::muted};
  return *why.payload_matches ? Said{tr("The same as the first request's"), Tone::ok}
                              : Said{tr("Different from the first request's"), Tone::danger};
}

std::optional<Duration> leftOf(const browse::Why& why, Timestamp now) {
  if (!why.row || why.row->state != key::State::in_progress || !why.row->state_known) return std::nullopt;
  const auto& until = why.row->locked_until;
  if (!until || !until->is_finite() || *until <= why.as_of) return std::nullopt;
  return std::max(Duration(0), *until - now);
}

}  // namespace onceover::keys

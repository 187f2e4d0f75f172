#include "ui/audit/trail_card.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/icon.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::audit {

using widgets::number;
using widgets::shown;
using widgets::Tone;

namespace {

// More are said to be there; the whole list is oncectl's.
constexpr qsizetype linesShown = 8;

QString readInWords(const Verified& v) {
  return QObject::tr("audit rows: %1, links: %2, sessions: %3, seals: %4")
      .arg(number(v.rows), number(v.links), number(v.chains), number(v.seals));
}

}  // namespace

ToldTrail toldVerifying(const Result<Verified>& verified) {
  if (!verified) {
    if (verified.error().is_cancelled()) {
      return {{QObject::tr("cancelled"), QStringLiteral("stop"), Tone::muted},
              QObject::tr("Verifying was cancelled. Nothing is known of the trail but what an earlier run told."),
              {}};
    }
    return {{QObject::tr("not verified"), QStringLiteral("cross"), Tone::danger}, widgets::sentences(verified.error()), {}};
  }
  ToldTrail told;
  if (verified->is_sound()) {
    told.badge = {QObject::tr("whole"), QStringLiteral("check"), Tone::ok};
    told.words = QObject::tr("The trail is whole: nothing was changed, removed or put in (%1).").arg(readInWords(*verified));
  } else {
    told.badge = {QObject::tr("NOT WHOLE"), QStringLiteral("warning"), Tone::danger};
    const QString first =
        verified->first_row ? QObject::tr("The first row that is not right is no. %1. ").arg(*verified->first_row) : QString();
    told.words = QObject::tr("The trail is not as it was written. %1Faults found: %2 (%3).")
                     .arg(first, number(verified->found), readInWords(*verified));
    for (const Finding& finding : verified->findings) {
      if (told.lines.size() == linesShown) break;
      told.lines.append(shown(sentence(finding)));
    }
    const std::int64_t more = verified->found - told.lines.size();
    if (more > 0) told.lines.append(QObject::tr("… and %1 more: oncectl audit verify lists them.").arg(number(more)));
  }
  if (verified->unsealed_links > 0) {
    told.lines.append(QObject::tr("Links that are not sealed yet: %1. A cut there would not be seen; oncectl audit seal seals them.")
                          .arg(number(verified->unsealed_links)));
  }
  return told;
}

ToldTrail toldUndoing(std::int64_t act, const Result<reconcile::UndoOutcome>& outcome) {
  if (!outcome) {
    return {{QObject::tr("not undone"), QStringLiteral("cross"), Tone::danger}, widgets::sentences(outcome.error()), {}};
  }
  if (const auto* undone = std::get_if<reconcile::Undone>(&*outcome)) {
    ToldTrail told{{QObject::tr("undone"), QStringLiteral("undo"), Tone::ok},
                   QObject::tr("No. %1 is undone: the row is %2 again. Audit row no. %3 says who and why.")
                       .arg(act)
                       .arg(widgets::text(key::word(undone->after.state)).replace('_', ' '))
                       .arg(undone->audit_id),
                   {}};
    if (!undone->unconfirmed.empty()) told.lines.append(shown(undone->unconfirmed));
    return told;
  }
  const auto& changed = std::get<reconcile::ChangedSince>(*outcome);
  ToldTrail told{{QObject::tr("not undone"), QStringLiteral("warning"), Tone::warn},
                 changed.now ? QObject::tr("The row is not as no. %1 left it. Nothing was written.").arg(act)
                             : QObject::tr("The row is gone. Nothing was written."),
                 {}};
  for (const std::string& what : changed.what) told.lines.append(shown(what));
  return told;
}

TrailCard::TrailCard(QWidget* parent)
    : Card({}, parent),
      badge_(new widgets::BadgeLabel),
      words_(widgets::wrapped(widgets::TextRole::strong, tr("Result"))),
      lines_(widgets::wrapped(widgets::TextRole::body, tr("What was found"))),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Ca&ncel"))),
      close_(new QToolButton) {
  bar_->setAccessibleName(tr("How much of the trail is read"));
  bar_->setTextVisible(true);
  close_->setIcon(widgets::icon(QStringLiteral("close")));
  close_->setAutoRaise(true);
  close_->setAccessibleName(tr("Close the result"));
  addToTitle(close_);
  auto* first = new QHBoxLayout;
  first->addWidget(badge_, 0, Qt::AlignTop);
  first->addWidget(words_, 1);
  auto* second = new QHBoxLayout;
  second->addWidget(bar_, 1);
  second->addWidget(cancel_);
  body()->addLayout(first);
  body()->addWidget(lines_);
  body()->addLayout(second);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(cancel_, &QPushButton::clicked, this, &TrailCard::cancelRequested);
  hide();
}

void TrailCard::run(const QString& title, const QString& words) {
  running_ = true;
  setTitle(title);
  badge_->setBadge({});
  words_->setText(words);
  lines_->hide();
  bar_->setRange(0, 0);
  bar_->show();
  cancel_->show();
  close_->hide();
  show();
}

void TrailCard::setProgress(qint64 done, qint64 total) {
  if (!running_ || total <= 0) return;
  bar_->setRange(0, 1000);
  bar_->setValue(static_cast<int>(1000 * done / total));
  bar_->setFormat(tr("%1 of %2").arg(number(done), number(total)));
}

void TrailCard::tell(const QString& title, const ToldTrail& told) {
  running_ = false;
  setTitle(title);
  badge_->setBadge(told.badge);
  words_->setText(told.words);
  lines_->setText(told.lines.join('\n'));
  lines_->setVisible(!told.lines.isEmpty());
  bar_->hide();
  cancel_->hide();
  close_->show();
  show();
}

QString TrailCard::words() const { return words_->text(); }

}  // namespace onceover::audit

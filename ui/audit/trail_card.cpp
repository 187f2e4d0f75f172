#include "ui/audit/trail_card.h"

#include <QProgressBar>

#include "ui/widgets/widgets.h"

namespace onceover::audit {

using widgets::number;
using widgets::shown;
using widgets::Told;
using widgets::Tone;

namespace {

// More are said to be there; the whole list is oncectl's.
constexpr qsizetype linesShown = 8;

QString readInWords(const Verified& v) {
  return QObject::tr("audit rows: %1, links: %2, sessions: %3, seals: %4")
      .arg(number(v.rows), number(v.links), number(v.chains), number(v.seals));
}

}  // namespace

Told toldVerifying(const Result<Verified>& verified) {
  if (!verified) {
    if (verified.error().is_cancelled()) {
      return {{QObject::tr("cancelled"), QStringLiteral("stop"), Tone::muted},
              QObject::tr("Verification was cancelled. The trail was not checked completely."),
              {}};
    }
    return {{QObject::tr("not verified"), QStringLiteral("cross"), Tone::danger}, widgets::sentences(verified.error()), {}};
  }
  Told told;
  if (verified->is_sound()) {
    told.badge = {QObject::tr("intact"), QStringLiteral("check"), Tone::ok};
    told.words = QObject::tr("The trail is intact: no row was changed, removed or inserted (%1).").arg(readInWords(*verified));
  } else {
    told.badge = {QObject::tr("NOT INTACT"), QStringLiteral("warning"), Tone::danger};
    const QString first = verified->first_row ? QObject::tr("The first wrong row is no. %1. ").arg(*verified->first_row) : QString();
    told.words = QObject::tr("The trail was altered. %1Faults found: %2 (%3).").arg(first, number(verified->found), readInWords(*verified));
    for (const Finding& finding : verified->findings) {
      if (told.lines.size() == linesShown) break;
      told.lines.append(shown(sentence(finding)));
    }
    const std::int64_t more = verified->found - told.lines.size();
    if (more > 0) told.lines.append(QObject::tr("… and %1 more: oncectl audit verify lists them.").arg(number(more)));
  }
  if (verified->unsealed_links > 0) {
    told.lines.append(QObject::tr("Links not sealed yet: %1. Removed rows there would not be noticed. Run oncectl audit seal.")
                          .arg(number(verified->unsealed_links)));
  }
  return told;
}

TrailCard::TrailCard(QWidget* parent) : ResultCard({}, parent), bar_(new QProgressBar), cancel_(new QPushButton(tr("Ca&ncel"))) {
  bar_->setAccessibleName(tr("Part of the trail that is read"));
  bar_->setTextVisible(true);
  auto* line = widgets::fill(new QHBoxLayout, {{bar_, 1}, cancel_});
  body()->addLayout(line);
  connect(cancel_, &QPushButton::clicked, this, &TrailCard::cancelRequested);
}

void TrailCard::setRunning(bool running) {
  running_ = running;
  bar_->setVisible(running);
  cancel_->setVisible(running);
  setClosable(!running);
}

void TrailCard::run(const QString& title, const QString& words) {
  setRunning(true);
  setTitle(title);
  bar_->setRange(0, 0);
  showResult({{}, words});
}

void TrailCard::setProgress(qint64 done, qint64 total) {
  if (!running_ || total <= 0) return;
  bar_->setRange(0, 1000);
  bar_->setValue(static_cast<int>(1000 * done / total));
  bar_->setFormat(tr("%1 of %2").arg(number(done), number(total)));
}

void TrailCard::tell(const QString& title, const Told& told) {
  setRunning(false);
  setTitle(title);
  showResult(told);
}

}  // namespace onceover::audit

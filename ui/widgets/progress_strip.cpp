#include "ui/widgets/progress_strip.h"

#include <QProgressBar>
#include <algorithm>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

// A query that is answered sooner needs no words: they would only flicker.
constexpr auto patience = std::chrono::milliseconds(400);
constexpr auto refreshEvery = std::chrono::milliseconds(200);

}  // namespace

QString progressInWords(const bridge::JobInfo& job) {
  const Duration elapsed = std::chrono::duration_cast<Duration>(Steady::now() - job.since);
  QString words = QObject::tr("%1 · %2").arg(job.channel, span(std::chrono::floor<std::chrono::seconds>(elapsed)));
  if (job.total <= 0) return words;
  words += QObject::tr(" · %1 of %2").arg(number(job.done), number(job.total));
  const double seconds = std::chrono::duration<double>(elapsed).count();
  if (job.done > 0 && seconds > 1) {
    const double rate = static_cast<double>(job.done) / seconds;
    const auto left = std::chrono::seconds(static_cast<std::int64_t>(static_cast<double>(job.total - job.done) / rate));
    words += QObject::tr(" · %1/s · %2 left").arg(QString::number(rate, 'f', 1), span(left));
  }
  return words;
}

ProgressStrip::ProgressStrip(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      words_(elided()),
      bar_(new QProgressBar),
      cancel_(iconButton(QStringLiteral("close"), tr("Cancel the running query"))) {
  bar_->setFixedSize(64, 6);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  // The words are as long as what they tell of; the window is not to grow with them.
  words_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  cancel_->setToolTip(widgets::toolTip(tr("Cancel the running query (Ctrl+.)")));
  fill(lineOf(this), {bar_, words_, cancel_});
  setVisible(false);
  tick_.setInterval(refreshEvery);
  connect(&tick_, &QTimer::timeout, this, &ProgressStrip::update);
  connect(cancel_, &QToolButton::clicked, this, &ProgressStrip::cancel);
  connect(&session_, &bridge::Session::jobsChanged, this, &ProgressStrip::update);
}

void ProgressStrip::cancel() { session_.cancelAll(); }

void ProgressStrip::update() {
  const QList<bridge::JobInfo> jobs = session_.jobs();
  if (jobs.isEmpty()) {
    tick_.stop();
    setVisible(false);
    return;
  }
  if (!tick_.isActive()) tick_.start();
  // What a person waits for goes before what runs in the background.
  const auto waited = std::find_if(jobs.cbegin(), jobs.cend(), [](const bridge::JobInfo& one) { return !one.background; });
  const bridge::JobInfo& job = waited != jobs.cend() ? *waited : jobs.front();
  setVisible(Steady::now() - job.since >= patience);
  const auto others = jobs.size() - 1;
  words_->setText(progressInWords(job) + (others > 0 ? QObject::tr(" · %1 more").arg(others) : QString()));
  bar_->setRange(0, job.total > 0 ? 1000 : 0);
  if (job.total > 0) bar_->setValue(static_cast<int>(1000 * job.done / job.total));
}

}  // namespace onceover::widgets

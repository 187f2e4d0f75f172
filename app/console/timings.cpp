#include "app/console/timings.h"

#include <time.h>
#include <unistd.h>

#include <QEvent>
#include <QFile>
#include <cstdio>

namespace onceover::console {
namespace {

// Since the kernel started the process, so that loading the program counts; to a hundredth of a second, as the kernel tells it.
qint64 sinceStart() {
  QFile stat(QStringLiteral("/proc/self/stat"));
  if (!stat.open(QIODevice::ReadOnly)) return -1;
  // The name in brackets may hold anything; the 22nd field is the 20th after it.
  const QByteArray line = stat.readAll();
  const QByteArray ticks = line.mid(line.lastIndexOf(')') + 2).split(' ').value(19);
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const long long start = ticks.toLongLong() * 1000 / ::sysconf(_SC_CLK_TCK);
  return static_cast<qint64>(now.tv_sec * 1000LL + now.tv_nsec / 1'000'000 - start);
}

}  // namespace

Timings::Timings(shell::MainWindow& window, bridge::Session& session) : window_(window) {
  window_.installEventFilter(this);
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::ready) tell("connected");
  });
  for (int i = 0; i < window_.pageCount(); ++i) {
    connect(window_.page(i), &widgets::Page::ageChanged, this, &Timings::noteRows, Qt::QueuedConnection);
  }
}

bool Timings::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Paint && !std::exchange(hasWindow_, true)) tell("window");
  return QObject::eventFilter(watched, event);
}

// Queued behind the page's own work, so that it is laid out by now.
void Timings::noteRows() {
  const widgets::Page* page = window_.page(window_.currentPage());
  if (hasRows_ || page == nullptr || !page->asOf() || page->paneState() != widgets::StatePane::State::content) return;
  hasRows_ = true;
  tell("rows");
}

void Timings::tell(const char* what) const {
  std::fprintf(stderr, "onceover: %s after %lld ms\n", what, static_cast<long long>(sinceStart()));
}

}  // namespace onceover::console

// SPDX-License-Identifier: Apache-2.0
// Scrolling the console's page of keys through a large table: gaps of its event loop and its memory. See
// README.md.
#include <fmt/format.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <QEventLoop>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTimer>
#include <QWheelEvent>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/browse/browser.h"
#include "tests/bench/console.h"
#include "tests/bench/foreign.h"
#include "tests/bench/store.h"
#include "ui/bridge/session.h"
#include "ui/keys/bars.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"
#include "ui/widgets/table.h"

namespace onceover::bench::bench_scroll {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::int64_t rows = 10'000'000;
  double seconds = 60;
  int events = 2'000;
  std::string directory = "/dev/shm", at;
  bool all = false, json = false;
};

// Two frames of a screen at 60 Hz: a longer one is seen.
constexpr double longest_gap_ms = 32;

double rounded(double value) { return std::round(value * 100) / 100; }

double status_mb(std::string_view name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) return rounded(std::strtod(line.c_str() + name.size() + 1, nullptr) / 1024);
  }
  return 0;
}

double thread_cpu_ms() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

// Milliseconds that this thread could have run and was given no processor; 0 where the system does not tell.
double kept_waiting_ms() {
  std::ifstream in("/proc/thread-self/schedstat");
  double ran = 0, waited = 0;
  in >> ran >> waited;
  return waited / 1e6;
}

// A beat each time the event loop comes round, and at least each millisecond: what lies between two beats is
// what a person waits for.
class Heartbeat {
 public:
  Heartbeat() {
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { beat(); });
  }
  void start() {
    gaps_.clear();
    busy_.clear();
    own_.clear();
    waited_ = kept_waiting_ms();
    last_ = Steady::now();
    cpu_ = thread_cpu_ms();
    timer_.start(1);
  }
  Json stop() {
    beat();
    timer_.stop();
    const auto over =
        std::count_if(gaps_.begin(), gaps_.end(), [](double ms) { return ms > longest_gap_ms; });
    return {{"beats", gaps_.size()},
            {"gap_p999_ms", rounded(quantile(gaps_, 0.999))},
            {"gap_max_ms", rounded(quantile(gaps_, 1))},
            {"gaps_over_32_ms", over},
            {"own_gap_max_ms", rounded(quantile(own_, 1))},
            {"busy_max_ms", rounded(quantile(busy_, 1))}};
  }

 private:
  void beat() {
    const auto now = Steady::now();
    const double cpu = thread_cpu_ms(), waited = kept_waiting_ms();
    gaps_.push_back(std::chrono::duration<double, std::milli>(now - last_).count());
    own_.push_back(std::max(0.0, gaps_.back() - (waited - waited_)));
    busy_.push_back(cpu - cpu_);
    waited_ = waited;
    last_ = now;
    cpu_ = cpu;
  }
  QTimer timer_;
  std::vector<double> gaps_, own_, busy_;
  Steady::time_point last_;
  double cpu_ = 0, waited_ = 0;
};

// One window of the console with its page of keys, and hands on it.
class Console {
 public:
  explicit Console(const ForeignStore& store) {
    bridge::ConnectionProfile connection;
    connection.name = QStringLiteral("bench");
    connection.conninfo = QString::fromStdString(store.conninfo());
    session.connectTo(connection);
    turn_until([&] { return session.state() != bridge::SessionState::connecting; });
    if (!session.isReady()) give_up(session.lastError());
    session.useProfile(std::make_shared<const tables::Profile>(ForeignStore::profile()));
    page.resize(1280, 800);
    page.show();
    page.refresh();
    settle();
    table = page.findChild<widgets::TableView*>();
    model = page.findChild<keys::KeysModel*>();
    place = page.findChild<keys::PlaceBar*>();
    if (model->rowCount() == 0) give_up("the page shows no rows");
  }

  template <class Done>
  void turn_until(Done done) {
    while (!done()) turn();
  }
  // The event loop once round.
  void turn() { loop_.processEvents(QEventLoop::WaitForMoreEvents); }
  void settle() {
    QTimer wake;
    wake.start(5);
    turn_until([&] { return !session.isBusy(); });
  }

  void key(Qt::Key code) {
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
      QKeyEvent event(type, code, Qt::NoModifier);
      QCoreApplication::sendEvent(table, &event);
    }
  }
  void wheel(int steps) {
    const QPointF at = table->viewport()->rect().center();
    QWheelEvent event(at, table->viewport()->mapToGlobal(at.toPoint()), {}, {0, -120 * steps}, Qt::NoButton,
                      {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(table->viewport(), &event);
  }
  void mouse(QEvent::Type type, int y) {
    const QPoint at(place->width() / 2, y);
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, place->mapToGlobal(at), button,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
    QCoreApplication::sendEvent(place, &event);
  }
  QRect handle() const {
    QStyleOptionSlider option;
    option.initFrom(place);
    option.orientation = Qt::Vertical;
    option.minimum = place->minimum();
    option.maximum = place->maximum();
    option.sliderPosition = option.sliderValue = place->value();
    option.pageStep = place->pageStep();
    return place->style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, place);
  }

  bridge::Session session;
  keys::KeysPage page{session};
  widgets::TableView* table = nullptr;
  keys::KeysModel* model = nullptr;
  keys::PlaceBar* place = nullptr;

 private:
  QEventLoop loop_;
};

class Recording {
 public:
  Recording(Console& console, const Options& options) : console_(console), options_(options) {}

  Json run() {
    // What the machine adds by itself: the same painting, with nothing to scroll and nothing to read.
    scene("standing still", [&] { repeat(options_.events, [&] { console_.table->viewport()->repaint(); }); });
    // As fast as a hand can: 60 events a second would be idle most of the time.
    scene("wheel", [&] { repeat(options_.events, [&] { console_.wheel(3); }); });
    scene("page down", [&] { repeat(options_.events, [&] { console_.key(Qt::Key_PageDown); }); });
    scene("End", [&] { press(Qt::Key_End); });
    scene("page up from the end", [&] { repeat(options_.events, [&] { console_.key(Qt::Key_PageUp); }); });
    scene("Home", [&] { press(Qt::Key_Home); });
    scene("bar from top to bottom", [&] { drag(true); });
    scene("bar from bottom to top", [&] { drag(false); });
    scene(options_.all ? "every row" : "every row, for a while", [&] { walk(); });
    return scenes_;
  }
  double worst() const { return worst_; }
  double worst_own() const { return worst_own_; }

 private:
  void scene(const char* name, const std::function<void()>& act) {
    most_rows_ = 0;
    const auto from = Steady::now();
    heart_.start();
    act();
    console_.settle();
    Json beats = heart_.stop();
    Json one{{"name", name}, {"seconds", rounded(seconds_since(from))}};
    one.update(beats);
    one["rows_kept"] = std::max(most_rows_, console_.model->rowCount());
    one["at_row"] = console_.model->position() + std::max(0, console_.table->rowAt(0)) + 1;
    one["of"] = console_.model->total();
    one["at_end"] = !console_.model->hasMoreBehind();
    one["rss_mb"] = status_mb("VmRSS:");
    worst_ = std::max(worst_, beats["gap_max_ms"].get<double>());
    worst_own_ = std::max(worst_own_, beats["own_gap_max_ms"].get<double>());
    scenes_.push_back(std::move(one));
  }
  void repeat(int times, const std::function<void()>& act) {
    for (int i = 0; i < times; ++i) {
      act();
      console_.turn();
      most_rows_ = std::max(most_rows_, console_.model->rowCount());
    }
  }
  void press(Qt::Key key) {
    console_.key(key);
    console_.settle();
  }
  // A hundred stops on the way, each held for a moment.
  void drag(bool down) {
    const int stops = std::min(100, options_.events);
    const int from = console_.handle().center().y(), to = console_.place->height() - from;
    console_.mouse(QEvent::MouseButtonPress, from);
    for (int stop = 1; stop <= stops; ++stop) {
      console_.mouse(QEvent::MouseMove, from + (to - from) * stop / stops);
      for (int i = 0; i < 30; ++i) console_.turn();
    }
    console_.mouse(QEvent::MouseMove, down ? console_.place->height() : 0);
    console_.mouse(QEvent::MouseButtonRelease, down ? console_.place->height() : 0);
  }
  // To the window's end, again and again, as soon as more is there.
  void walk() {
    const Deadline until =
        Steady::now() + std::chrono::milliseconds(static_cast<std::int64_t>(options_.seconds * 1e3));
    auto* bar = console_.table->verticalScrollBar();
    while (console_.model->hasMoreBehind() && (options_.all || Steady::now() < until)) {
      bar->setValue(bar->maximum());
      console_.turn();
      most_rows_ = std::max(most_rows_, console_.model->rowCount());
    }
  }

  Console& console_;
  const Options& options_;
  Heartbeat heart_;
  Json scenes_ = Json::array();
  int most_rows_ = 0;
  double worst_ = 0, worst_own_ = 0;
};

void run(const Options& options) {
  const ForeignStore store(options.rows, options.directory, options.at);
  const std::string conninfo = store.conninfo();
  Json proposed = Json::array();
  {
    pg::Connection connection = open(conninfo);
    const auto forecast = browse::Browser(connection, ForeignStore::profile()).forecast({});
    if (!forecast) give_up(forecast.error());
    if (!forecast->index.empty()) {
      test::RawConnection(conninfo).exec(forecast->index);
      proposed.push_back(forecast->index);
    }
  }
  std::ofstream("/proc/self/clear_refs") << 5;  // the high-water mark begins anew
  Json out{{"benchmark", "scroll"}, {"rows", options.rows}, {"proposed", std::move(proposed)}};
  {
    Console console(store);
    out["rss_at_first_mb"] = status_mb("VmRSS:");
    Recording recording(console, options);
    out["scenes"] = recording.run();
    out["gap_max_ms"] = recording.worst();
    out["own_gap_max_ms"] = recording.worst_own();
    out["connections"] = std::stoi(
        test::RawConnection(conninfo).scalar("SELECT count(*) FROM pg_stat_activity WHERE backend_type = "
                                             "'client backend' AND pid <> pg_backend_pid()"));
  }
  out["rss_max_mb"] = status_mb("VmHWM:");
  out["target"] = {{"gap_max_ms", longest_gap_ms}, {"rss_max_mb", 300}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "scroll", "Scrolling the console through a large table. On a private server; see tests/bench/README.md.",
    "--rows 20000 --seconds 1 --events 5", [](CLI::App& app) {
      static Options options;
      app.add_option("--rows", options.rows, "Rows of the table")
          ->check(CLI::Range(20'000, 100'000'000))
          ->capture_default_str();
      app.add_option("--events", options.events, "Turns of the wheel, and keys, of each scene")
          ->check(CLI::Range(1, 100'000))
          ->capture_default_str();
      app.add_option("--seconds", options.seconds, "How long it scrolls through every row")
          ->check(CLI::Range(1, 86'400))
          ->capture_default_str();
      app.add_flag("--all", options.all, "Through every row, however long it takes");
      app.add_option("--dir", options.directory, "Where the data lies")
          ->check(CLI::ExistingDirectory)
          ->capture_default_str();
      app.add_option("--at", options.at,
                     "Conninfo of a server that stands already: filled where it is not, and kept");
      add_json(app, options.json);
      app.callback([] {
        const auto qt = console_application();
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_scroll

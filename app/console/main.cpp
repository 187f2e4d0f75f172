// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root of the console: the one place that knows everything.
#include <time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QObject>
#include <QScreen>
#include <QStandardPaths>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console/screenshots.h"
#include "app/console/try_runner.h"
#include "app/try/child_main.h"
#include "app/version/commit.h"
#include "core/base/result.h"
#include "core/base/version.h"
#include "core/pg/connection.h"
#include "ui/bridge/connection_profile.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/keychain.h"
#include "ui/shell/language.h"
#include "ui/shell/link.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notices.h"
#include "ui/shell/pages.h"
#include "ui/shell/theme.h"
#include "ui/tables/draft.h"
#include "ui/widgets/controls.h"
#include "ui/workspace/workspace.h"

namespace onceover::console {
namespace {

// How long a start takes, as a person waits for it: from the start of the process to the window, to the
// connection, and to the first rows. Printed to the standard error, a line each. For measurements, by hand
// and by scripts (--timings).

class Timings : public QObject {
 public:
  Timings(shell::MainWindow& window, bridge::Session& session);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void print(const char* what) const;
  void noteRows();
  shell::MainWindow& window_;
  bool hasWindow_ = false, hasRows_ = false;
};

// Since the kernel started the process, so that loading the program counts; to a hundredth of a second, as
// the kernel tells it.
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

Timings::Timings(shell::MainWindow& window, bridge::Session& session) : window_(window) {
  window_.installEventFilter(this);
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::ready) print("connected");
  });
  for (int i = 0; i < window_.pageCount(); ++i) {
    connect(window_.page(i), &widgets::Page::ageChanged, this, &Timings::noteRows, Qt::QueuedConnection);
  }
}

bool Timings::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Paint && !std::exchange(hasWindow_, true)) print("window");
  return QObject::eventFilter(watched, event);
}

// Queued behind the page's own work, so that it is laid out by now.
void Timings::noteRows() {
  const widgets::Page* page = window_.page(window_.currentPage());
  if (hasRows_ || page == nullptr || !page->asOf() || page->paneState() != widgets::StatePane::State::content)
    return;
  hasRows_ = true;
  print("rows");
}

void Timings::print(const char* what) const {
  std::fprintf(stderr, "onceover: %s after %lld ms\n", what, static_cast<long long>(sinceStart()));
}

// The command line of `onceover`.

struct Options {
  bool tries = false;
  bool timings = false;
  std::optional<std::string> dsn, service;
  std::string gateway;
  std::string link;                   // onceover://…, as it was given; empty: none
  std::string theme;                  // "", "system", "light", "dark"
  std::string language;               // "", "system", "en", "de"
  std::string screenshots;            // a directory; empty: none
  std::string workspace;              // a file; empty: the desktop's own
  std::vector<std::string> profiles;  // files and directories, beside this person's own
  bool connects() const { return dsn || service; }
  bridge::ConnectionProfile profile() const;
};

// What to do, or the exit code where all is said already (--help, --version, a mistake).
struct Parsed {
  Options options;
  std::optional<int> exitCode;
};

bridge::ConnectionProfile Options::profile() const {
  bridge::ConnectionProfile profile;
  if (dsn) profile.conninfo = QString::fromStdString(*dsn);
  if (service) profile.conninfo = bridge::conninfoOf({.service = QString::fromStdString(*service)});
  profile.gatewayConfig =
      gateway.empty() ? qEnvironmentVariable("ONCEOVER_GATEWAY") : QString::fromStdString(gateway);
  return profile;
}

Parsed parse(int argc, char** argv) {
  Parsed parsed;
  Options& options = parsed.options;
  CLI::App app("Onceover: an operations console for idempotency keys in PostgreSQL.", "onceover");
  app.set_version_flag("--version", std::string("onceover " ONCEOVER_VERSION " (commit ") + commit + ")");
  auto* tries = app.add_flag("--try", options.tries,
                             "start on a private store with live traffic; nothing of yours is touched");
  auto* dsn = app.add_option("--dsn", options.dsn, "connect by a postgresql:// URI or by name=value words")
                  ->excludes(tries);
  app.add_option("--service", options.service, "connect by a service name of pg_service.conf")
      ->excludes(tries)
      ->excludes(dsn);
  app.add_option("--gateway", options.gateway,
                 "description of the gateway (TOML); else the file in ONCEOVER_GATEWAY")
      ->check(CLI::ExistingFile)
      ->excludes(tries);
  app.add_option("--open,link", options.link,
                 "open this link (onceover://...) in the console that runs, else in this one")
      ->type_name("LINK");
  app.add_option("--theme", options.theme, "how it looks")->check(CLI::IsMember({"system", "light", "dark"}));
  app.add_option("--language", options.language, "the language of its texts and numbers")
      ->check(CLI::IsMember({"system", "en", "de"}));
  app.add_option("--screenshots", options.screenshots,
                 "render every page, light and dark, into this directory and end; needs no display");
  app.add_option("--profiles", options.profiles,
                 "a profile, or a directory of them: tables and how their columns are understood")
      ->check(CLI::ExistingPath);
  app.add_option("--workspace", options.workspace, "the file that remembers connections and choices");
  app.add_flag("--timings", options.timings,
               "print how long the window, the connection and the first rows took");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    parsed.exitCode = app.exit(error) == 0 ? 0 : 2;
  }
  return parsed;
}

// Core gives a silent server two seconds to react to a cancel; then its thread ends. The window is closed by
// then.
constexpr std::chrono::milliseconds farewell(3000);

int complain(const Error& error) {
  std::fprintf(stderr, "onceover: %s\n", error.sentence().c_str());
  return 1;
}

// The exit code where a console that runs has taken the link, or did not; none: there is none.
std::optional<int> handOver(const Options& options, int argc, char** argv) {
  if (options.link.empty()) return std::nullopt;
  const QCoreApplication waits(argc, argv);
  const auto given =
      shell::LinkDoor::handOver(shell::LinkDoor::usualPath(), QString::fromStdString(options.link));
  if (!given) return std::nullopt;
  return *given ? 0 : complain(given->error());
}

bool hasDisplay() {
  return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

// Without a display QApplication would abort the process. Pictures need none at all.
bool choosePlatform(const Options& options) {
  if (!options.screenshots.empty()) qputenv("QT_QPA_PLATFORM", "offscreen");
  return hasDisplay() || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

bridge::ConnectionProfile tryProfile(const QString& conninfo, const QString& gateway) {
  bridge::ConnectionProfile profile;
  profile.id = QStringLiteral("try");
  profile.name = QObject::tr("Try it");
  profile.conninfo = conninfo;
  profile.environment = QObject::tr("private store");
  profile.gatewayConfig = gateway;
  return profile;
}

Result<std::unique_ptr<workspace::Workspace>> openWorkspace(const Options& options) {
  if (!options.screenshots.empty()) return workspace::Workspace::open({});
  return workspace::Workspace::open(options.workspace.empty() ? workspace::Workspace::defaultPath()
                                                              : QString::fromStdString(options.workspace));
}

// This person's own first: new ones are saved there.
QStringList profilePlaces(const Options& options) {
  QStringList places;
  const QString own = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
  if (!own.isEmpty()) places.append(own + QLatin1String("/profiles"));
  for (const std::string& place : options.profiles) places.append(QFile::decodeName(place.c_str()));
  return places;
}

int run(QApplication& app, const Options& options) {
  if (QFontDatabase::families().isEmpty()) {
    return complain({ErrorKind::io, "There is no font on this machine.", "Nothing can be shown.",
                     "Install one, for example fonts-dejavu-core.", "", ""});
  }
  if (!options.screenshots.empty() && !QDir().mkpath(QString::fromStdString(options.screenshots))) {
    return complain({ErrorKind::io,
                     "The directory for the pictures could not be made: " + options.screenshots,
                     "No page was rendered.", "", "", ""});
  }
  auto workspace = openWorkspace(options);
  if (!workspace) {
    complain(workspace.error());  // a console that forgets is better than none at 3 a.m.
    workspace = workspace::Workspace::open({});
    if (!workspace) return 1;
  }
  const QString language = options.language.empty() ? (*workspace)->choice(QStringLiteral("language"))
                                                    : QString::fromStdString(options.language);
  shell::speak(shell::languageOf(language));
  const QString theme = options.theme.empty() ? (*workspace)->choice(QStringLiteral("theme"))
                                              : QString::fromStdString(options.theme);
  shell::ThemeController themes(app, shell::themeFromWord(theme));
  app.setWindowIcon(widgets::icon(QStringLiteral("onceover")));

  TryRunner tries;
  shell::SystemCredentials credentials;
  bridge::Session session;
  session.setKeychain(credentials.port());
  auto window = std::make_unique<shell::MainWindow>(
      session, **workspace, themes, shell::pageEntries(profilePlaces(options)),
      [places = profilePlaces(options)] { return ui::readKnown(places).profiles; });
  if (const auto bus = shell::sessionBus())
    window->alerts().setNotifier(std::make_unique<shell::DesktopNotices>(*bus));
  QObject::connect(&window->connectPage(), &shell::ConnectPage::tryRequested, &tries, &TryRunner::start);
  QObject::connect(&tries, &TryRunner::progressed, &window->connectPage(), &shell::ConnectPage::showTrying);
  QObject::connect(&tries, &TryRunner::failed, &window->connectPage(), &shell::ConnectPage::showTryFailure);
  QObject::connect(&tries, &TryRunner::started, window.get(),
                   [&window](const QString& conninfo, const QString& gateway) {
                     const bridge::ConnectionProfile store = tryProfile(conninfo, gateway);
                     window->connectPage().setPrivateStore(store);
                     window->connectTo(store, {});
                   });

  QObject::connect(&window->connectPage(), &shell::ConnectPage::credentialGiven, &credentials,
                   &bridge::Credentials::store);
  QObject::connect(&credentials, &bridge::Credentials::stored, &window->connectPage(),
                   &shell::ConnectPage::showStored);
  QObject::connect(&credentials, &bridge::Credentials::notStored, &window->connectPage(),
                   &shell::ConnectPage::showNotStored);

  const auto timings = options.timings ? std::make_unique<Timings>(*window, session) : nullptr;
  std::unique_ptr<Screenshots> pictures;
  if (!options.screenshots.empty()) {
    pictures = std::make_unique<Screenshots>(*window, themes, session,
                                             QDir(QString::fromStdString(options.screenshots)));
    QObject::connect(pictures.get(), &Screenshots::finished, &app,
                     [](bool complete) { QCoreApplication::exit(complete ? 0 : 1); });
    tries.makeKeysStuck();
    QObject::connect(&tries, &TryRunner::stuckKeyMade, pictures.get(), &Screenshots::setCase);
    QObject::connect(&tries, &TryRunner::failed, &app,
                     [](const Error& error) { QCoreApplication::exit(complain(error)); });
    pictures->start();
  } else {
    window->fitTo(window->screen()->availableSize());
    window->show();
  }
  shell::LinkDoor door;
  if (!pictures) {
    (void)door.listen(shell::LinkDoor::usualPath());  // else another console takes the links
    QObject::connect(&door, &shell::LinkDoor::linkGiven, window.get(), &shell::MainWindow::openGivenLink);
  }
  if (options.tries) {
    window->connectPage().showTrying(QObject::tr("Starting…"));
    tries.start();
  } else if (options.connects()) {
    window->connectTo(options.profile(), bridge::withoutPassword(options.profile().conninfo).password);
  } else if (pictures) {
    QObject::connect(pictures.get(), &Screenshots::connectionsTaken, &app, [] { QCoreApplication::exit(0); });
  }
  if (!options.link.empty()) window->openLink(QString::fromStdString(options.link));
  const int code = QCoreApplication::exec();
  if (pictures)
    std::printf("%lld pictures in %s\n", static_cast<long long>(pictures->files().size()),
                options.screenshots.c_str());
  pictures.reset();
  window.reset();
  // A thread that still waits for a silent server must not meet the end of main(): the process ends under it.
  if (!session.stop(farewell) || pg::is_connecting_left_behind()) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}

}  // namespace

}  // namespace onceover::console

int main(int argc, char** argv) {
  if (auto code = onceover::try_it::try_child_main(argc, argv)) return *code;
  const onceover::console::Parsed parsed = onceover::console::parse(argc, argv);
  if (parsed.exitCode) return *parsed.exitCode;
  if (auto code = onceover::console::handOver(parsed.options, argc, argv)) return *code;
  if (!onceover::console::choosePlatform(parsed.options)) {
    std::fprintf(stderr, "onceover: there is no display. Use oncectl, or --screenshots DIR for pictures.\n");
    return 1;
  }
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("onceover"));
  QApplication::setApplicationVersion(QStringLiteral(ONCEOVER_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("onceover"));
  try {
    return onceover::console::run(app, parsed.options);
  } catch (const std::exception& thrown) {
    return onceover::console::complain(onceover::unexpected(thrown));
  }
}

// The composition root of the console: the one place that knows everything.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QStandardPaths>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "app/console/options.h"
#include "app/console/screenshots.h"
#include "app/console/timings.h"
#include "app/console/try_runner.h"
#include "app/try/child_main.h"
#include "core/base/version.h"
#include "core/pg/connection.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/keychain.h"
#include "ui/shell/link.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notices.h"
#include "ui/shell/pages.h"
#include "ui/shell/theme.h"
#include "ui/widgets/controls.h"
#include "ui/workspace/workspace.h"

namespace onceover::console {
namespace {

// Core gives a silent server two seconds to react to a cancel; then its thread ends. The window is closed by then.
constexpr std::chrono::milliseconds farewell(3000);

int complain(const Error& error) {
  std::fprintf(stderr, "onceover: %s\n", error.sentence().c_str());
  return 1;
}

// The exit code where a console that runs has taken the link, or did not; none: there is none.
std::optional<int> handOver(const Options& options, int argc, char** argv) {
  if (options.link.empty()) return std::nullopt;
  const QCoreApplication waits(argc, argv);
  const auto given = shell::LinkDoor::handOver(shell::LinkDoor::usualPath(), QString::fromStdString(options.link));
  if (!given) return std::nullopt;
  return *given ? 0 : complain(given->error());
}

bool hasDisplay() { return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"); }

// Without a display QApplication would abort the process. Pictures need none at all.
bool choosePlatform(const Options& options) {
  if (!options.screenshots.empty()) qputenv("QT_QPA_PLATFORM", "offscreen");
  return hasDisplay() || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

bridge::ConnectionProfile tryProfile(const QString& conninfo, const QString& gateway) {
  bridge::ConnectionProfile profile;
  profile.id = QStringLiteral("try");
  profile.name = QStringLiteral("Try it");
  profile.conninfo = conninfo;
  profile.environment = QStringLiteral("private store");
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
    return complain(
        {ErrorKind::io, "The directory for the pictures could not be made: " + options.screenshots, "No page was rendered.", "", "", ""});
  }
  auto workspace = openWorkspace(options);
  if (!workspace) {
    complain(workspace.error());  // a console that forgets is better than none at 3 a.m.
    workspace = workspace::Workspace::open({});
    if (!workspace) return 1;
  }
  const QString theme = options.theme.empty() ? (*workspace)->choice(QStringLiteral("theme")) : QString::fromStdString(options.theme);
  shell::ThemeController themes(app, shell::themeFromWord(theme));
  app.setWindowIcon(widgets::icon(QStringLiteral("onceover")));

  TryRunner tries;
  shell::SystemCredentials credentials;
  bridge::Session session;
  session.setKeychain(credentials.port());
  auto window = std::make_unique<shell::MainWindow>(session, **workspace, themes, shell::pageEntries(profilePlaces(options)));
  if (const auto bus = shell::sessionBus()) window->alerts().setNotifier(std::make_unique<shell::DesktopNotices>(*bus));
  QObject::connect(&window->connectPage(), &shell::ConnectPage::tryRequested, &tries, &TryRunner::start);
  QObject::connect(&tries, &TryRunner::progressed, &window->connectPage(), &shell::ConnectPage::showTrying);
  QObject::connect(&tries, &TryRunner::failed, &window->connectPage(), &shell::ConnectPage::showTryFailure);
  QObject::connect(&tries, &TryRunner::started, window.get(), [&window](const QString& conninfo, const QString& gateway) {
    const bridge::ConnectionProfile store = tryProfile(conninfo, gateway);
    window->connectPage().setPrivateStore(store);
    window->connectTo(store, {});
  });

  QObject::connect(&window->connectPage(), &shell::ConnectPage::credentialGiven, &credentials, &bridge::Credentials::store);
  QObject::connect(&credentials, &bridge::Credentials::stored, &window->connectPage(), &shell::ConnectPage::showStored);
  QObject::connect(&credentials, &bridge::Credentials::notStored, &window->connectPage(), &shell::ConnectPage::showNotStored);

  const auto timings = options.timings ? std::make_unique<Timings>(*window, session) : nullptr;
  std::unique_ptr<Screenshots> pictures;
  if (!options.screenshots.empty()) {
    pictures = std::make_unique<Screenshots>(*window, themes, session, QDir(QString::fromStdString(options.screenshots)));
    QObject::connect(pictures.get(), &Screenshots::finished, &app, [](bool complete) { QCoreApplication::exit(complete ? 0 : 1); });
    tries.makeKeysStuck();
    QObject::connect(&tries, &TryRunner::stuckKeyMade, pictures.get(), &Screenshots::setCase);
    QObject::connect(&tries, &TryRunner::failed, &app, [](const Error& error) { QCoreApplication::exit(complain(error)); });
    pictures->start();
  } else {
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
  if (pictures) std::printf("%lld pictures in %s\n", static_cast<long long>(pictures->files().size()), options.screenshots.c_str());
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

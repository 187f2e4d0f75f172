#include "ui/shell/theme.h"

#include <QApplication>

#include "core/base/words.h"
#include "ui/shell/portal.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {

constexpr auto themeWords =
    onceover::words<ThemeChoice>({{ThemeChoice::system, "system"}, {ThemeChoice::light, "light"}, {ThemeChoice::dark, "dark"}});

QString themeWord(ThemeChoice choice) { return widgets::text(themeWords.of(choice)); }

ThemeChoice themeFromWord(const QString& word) { return themeWords.from(widgets::bytes(word)).value_or(ThemeChoice::system); }

ThemeController::ThemeController(QApplication& app, ThemeChoice choice, QObject* parent)
    : QObject(parent),
      app_(app),
      choice_(choice),
      paletteWasDark_(app.palette().color(QPalette::Window).lightness() < 128),
      desktop_(std::make_unique<DesktopAppearance>()) {
  connect(desktop_.get(), &DesktopAppearance::changed, this, &ThemeController::dress);
  dress();
}

ThemeController::~ThemeController() = default;

void ThemeController::setChoice(ThemeChoice choice) {
  choice_ = choice;
  dress();
}

void ThemeController::dress() {
  const bool dark = choice_ == ThemeChoice::system ? desktop_->dark().value_or(paletteWasDark_) : choice_ == ThemeChoice::dark;
  if (std::exchange(dressed_, true) && dark == dark_) return;
  dark_ = dark;
  const widgets::Tokens tokens = dark ? widgets::darkTokens() : widgets::lightTokens();
  app_.setPalette(widgets::paletteOf(tokens));
  app_.setStyle(new widgets::ThemeStyle(tokens));
  emit changed();
}

}  // namespace onceover::shell

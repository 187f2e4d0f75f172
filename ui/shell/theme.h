// Light or dark: a person's choice, else the desktop's wish, else what the desktop's own palette looks like.
#pragma once

#include <QObject>
#include <memory>

class QApplication;

namespace onceover::shell {

class DesktopAppearance;

enum class ThemeChoice { system, light, dark };
QString themeWord(ThemeChoice choice);           // "system", "light", "dark"
ThemeChoice themeFromWord(const QString& word);  // system for anything else

class ThemeController : public QObject {
  Q_OBJECT
 public:
  // Dresses the application at once, and again whenever it changes. app must outlive it.
  explicit ThemeController(QApplication& app, ThemeChoice choice = ThemeChoice::system, QObject* parent = nullptr);
  ~ThemeController() override;
  void setChoice(ThemeChoice choice);
  ThemeChoice choice() const { return choice_; }
  bool isDark() const { return dark_; }

 signals:
  void changed();

 private:
  void dress();
  QApplication& app_;
  ThemeChoice choice_;
  bool paletteWasDark_;
  bool dressed_ = false, dark_ = false;
  std::unique_ptr<DesktopAppearance> desktop_;
};

}  // namespace onceover::shell

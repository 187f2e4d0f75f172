// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/controls.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QMap>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>
#include <QToolTip>
#include <cmath>
#include <numeric>

#include "ui/widgets/theme.h"

namespace onceover::widgets {

QLineEdit* lineEdit(const QString& name, const QString& placeholder) {
  auto* edit = new QLineEdit;
  edit->setAccessibleName(name);
  edit->setPlaceholderText(placeholder);
  return edit;
}

QComboBox* comboBox(const QString& name, const std::vector<std::pair<QString, QVariant>>& items) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  for (const auto& [text, data] : items) box->addItem(text, data);
  return box;
}

QComboBox* editableBox(const QString& name) {
  QComboBox* box = comboBox(name);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->setMinimumContentsLength(12);
  box->lineEdit()->setAccessibleName(name);
  return box;
}

QToolButton* iconButton(const QString& iconName, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(name);
  button->setToolTip(toolTip(name));
  return button;
}

QToolButton* textButton(const QString& iconName, const QString& text) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  return button;
}

QSplitter* splitter(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                    const QList<int>& sizes) {
  auto* split = new QSplitter(orientation);
  split->setChildrenCollapsible(false);
  split->setHandleWidth(tokensOf(split).gap);
  for (QWidget* part : parts) split->addWidget(part);
  // Qt keeps a stretch factor in eight bits.
  const int all = std::accumulate(sizes.begin(), sizes.end(), 0);
  for (int i = 0; i < split->count(); ++i) split->setStretchFactor(i, 100 * sizes[i] / all);
  split->setSizes(sizes);
  return split;
}

PlainLabel* elided(TextRole role, const QString& name) {
  auto* label = new PlainLabel({}, nullptr, role);
  label->setElided(true);
  if (!name.isEmpty()) label->setAccessibleName(name);
  return label;
}

QAction* addAction(QWidget* to, const QString& words, const QKeySequence& keys, const QString& iconName) {
  auto* action = new QAction(words, to);
  if (!iconName.isEmpty()) action->setIcon(icon(iconName));
  action->setShortcut(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  to->addAction(action);
  return action;
}

QPushButton* buttonOf(QAction* action, const QString& words) {
  auto* button = new QPushButton(action->icon(), words);
  button->setAccessibleName(action->text());
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  const auto follow = [action, button] {
    QString tip =
        action->text() + QStringLiteral("  ") + action->shortcut().toString(QKeySequence::NativeText);
    if (!action->whatsThis().isEmpty()) tip += QLatin1Char('\n') + action->whatsThis();
    button->setToolTip(toolTip(tip));
    button->setEnabled(action->isEnabled());
  };
  follow();
  QObject::connect(action, &QAction::changed, button, follow);
  return button;
}

namespace {

QByteArray source(const QString& name) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void draw(QPainter& painter, const QRectF& area, QByteArray svg, const QColor& colour) {
  svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  renderer.setAspectRatioMode(Qt::KeepAspectRatio);
  renderer.render(&painter, area);
}

// The palette is asked at each painting, so that an icon follows the theme without being made anew.
class PaletteIcon : public QIconEngine {
 public:
  explicit PaletteIcon(QByteArray svg) : svg_(std::move(svg)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    draw(*painter, rect, svg_, QGuiApplication::palette().color(group, QPalette::ButtonText));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new PaletteIcon(svg_); }

 private:
  QByteArray svg_;
};

}  // namespace

QIcon icon(const QString& name) {
  QByteArray svg = source(name);
  return svg.isEmpty() ? QIcon() : QIcon(new PaletteIcon(std::move(svg)));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio) {
  const QByteArray svg = source(name);
  if (svg.isEmpty()) return {};
  const int pixels = static_cast<int>(std::ceil(size * devicePixelRatio));
  QPixmap pixmap(pixels, pixels);
  pixmap.setDevicePixelRatio(devicePixelRatio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  draw(painter, QRectF(0, 0, size, size), svg, colour);
  return pixmap;
}

namespace {

// "sweep, reap" with "to settle …; to delete …" are two terms with a meaning each.
QMap<QString, QString> readGlossary() {
  QMap<QString, QString> found;
  QFile file(QStringLiteral(":/manual/glossary.md"));
  if (!file.open(QIODevice::ReadOnly)) return found;
  for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
    const QStringList cells = line.split(QLatin1Char('|'));
    if (cells.size() != 4 || cells[1].contains(QLatin1String("---")) ||
        cells[1].trimmed() == QLatin1String("term"))
      continue;
    const QStringList terms = cells[1].trimmed().split(QStringLiteral(", "));
    const QStringList meanings = cells[2].trimmed().remove(QLatin1Char('`')).split(QStringLiteral("; "));
    for (qsizetype i = 0; i < terms.size(); ++i) {
      const QString meaning = terms.size() > 1 && terms.size() == meanings.size()
                                  ? meanings[i]
                                  : meanings.join(QStringLiteral("; "));
      found.insert(tr(bytes(terms[i]).c_str()).toLower(), tr(bytes(meaning).c_str()));
    }
  }
  return found;
}

const QMap<QString, QString>& glossary() {
  static const QMap<QString, QString> read = readGlossary();
  return read;
}

}  // namespace

QString glossaryMeaning(const QString& term) { return glossary().value(term.toLower()); }

QToolButton* explained(const QStringList& terms) {
  QStringList lines;
  for (const QString& term : terms) lines.append(QObject::tr("%1: %2.").arg(term, glossaryMeaning(term)));
  QToolButton* button = iconButton(QStringLiteral("question"),
                                   QObject::tr("What is meant by: %1").arg(terms.join(QStringLiteral(", "))));
  button->setAccessibleDescription(lines.join(QLatin1Char(' ')));
  button->setToolTip(toolTip(lines.join(QLatin1Char('\n'))));
  QObject::connect(button, &QToolButton::clicked, button, [button] {
    QToolTip::showText(button->mapToGlobal(button->rect().bottomLeft()), button->toolTip(), button);
  });
  return button;
}

}  // namespace onceover::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QScrollArea>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>
#include <algorithm>

#include "ui/widgets/dialog_body.h"

namespace onceover::widgets {

namespace {

struct ToneColours {
  QColor Tokens::*stroke;
  QColor Tokens::*fill;
};
// In the order of Tone.
constexpr ToneColours toneColours[] = {
    {&Tokens::text, &Tokens::hover},        {&Tokens::ok, &Tokens::okFill},
    {&Tokens::warn, &Tokens::warnFill},     {&Tokens::danger, &Tokens::dangerFill},
    {&Tokens::info, &Tokens::infoFill},     {&Tokens::muted, &Tokens::mutedFill},
    {&Tokens::accent, &Tokens::accentFill}, {&Tokens::production, &Tokens::productionFill},
};

}  // namespace

QColor Tokens::colour(Tone tone) const { return this->*toneColours[static_cast<std::size_t>(tone)].stroke; }
QColor Tokens::fill(Tone tone) const { return this->*toneColours[static_cast<std::size_t>(tone)].fill; }

namespace {

struct ColourPair {
  QColor Tokens::*token;
  QRgb light, dark;
};
constexpr ColourPair colours[] = {
    {&Tokens::window, 0xf3f4f7, 0x14171d},         {&Tokens::surface, 0xffffff, 0x1b1f27},
    {&Tokens::raised, 0xffffff, 0x20252e},         {&Tokens::hover, 0xeaecf1, 0x292f3a},
    {&Tokens::selected, 0xdce6fb, 0x2a3b63},       {&Tokens::border, 0xdde0e7, 0x303642},
    {&Tokens::strongBorder, 0x848b99, 0x707a8c},   {&Tokens::text, 0x1b1f28, 0xe6e8ed},
    {&Tokens::secondaryText, 0x575e6e, 0xa6adbb},  {&Tokens::disabledText, 0x8c93a3, 0x6d7586},
    {&Tokens::onAccent, 0xffffff, 0x0d1424},       {&Tokens::ok, 0x1a6e3c, 0x6fcf93},
    {&Tokens::warn, 0x8a5500, 0xf0b457},           {&Tokens::danger, 0xb4232a, 0xff8f8a},
    {&Tokens::info, 0x1f5f9e, 0x7fb9f2},           {&Tokens::muted, 0x5d6474, 0xa3aab8},
    {&Tokens::accent, 0x2b59c3, 0x8caeff},         {&Tokens::production, 0x9c1f5c, 0xf78fc0},
    {&Tokens::okFill, 0xe3f4e8, 0x183323},         {&Tokens::warnFill, 0xfdf0d5, 0x3a2c12},
    {&Tokens::dangerFill, 0xfce6e6, 0x411d20},     {&Tokens::infoFill, 0xe3effa, 0x162e45},
    {&Tokens::mutedFill, 0xeceef2, 0x2a2f39},      {&Tokens::accentFill, 0xe6edfc, 0x202d4d},
    {&Tokens::productionFill, 0xfbe4f0, 0x401b30}, {&Tokens::focus, 0x2b59c3, 0x8caeff},
    {&Tokens::gridLine, 0xe6e8ee, 0x2a303b},
};
constexpr QRgb seriesColours[][2] = {
    {0x2b59c3, 0x7ca2ff}, {0xd17a00, 0xf2a84b}, {0x1b8a6b, 0x58cdab}, {0xb4236e, 0xf086bb},
    {0x6b4fc8, 0xb39dff}, {0x5f720d, 0xbfd15a}, {0x007da5, 0x5fc8ec}, {0x7a4a2b, 0xd39e78},
};

Tokens tokensFor(bool dark) {
  Tokens t;
  t.dark = dark;
  for (const ColourPair& each : colours) t.*each.token = QColor(dark ? each.dark : each.light);
  for (const auto& each : seriesColours) t.series.append(QColor(each[dark ? 1 : 0]));
  return t;
}

}  // namespace

Tokens lightTokens() { return tokensFor(false); }
Tokens darkTokens() { return tokensFor(true); }

QPalette paletteOf(const Tokens& t) {
  QPalette p;
  p.setColor(QPalette::Window, t.window);
  p.setColor(QPalette::WindowText, t.text);
  p.setColor(QPalette::Base, t.surface);
  p.setColor(QPalette::AlternateBase, t.dark ? t.raised : QColor(0xf8, 0xf9, 0xfb));
  p.setColor(QPalette::Text, t.text);
  p.setColor(QPalette::PlaceholderText, t.secondaryText);
  p.setColor(QPalette::Button, t.raised);
  p.setColor(QPalette::ButtonText, t.text);
  p.setColor(QPalette::BrightText, t.danger);
  p.setColor(QPalette::ToolTipBase, t.raised);
  p.setColor(QPalette::ToolTipText, t.text);
  p.setColor(QPalette::Highlight, t.accent);
  p.setColor(QPalette::HighlightedText, t.onAccent);
  p.setColor(QPalette::Link, t.accent);
  p.setColor(QPalette::LinkVisited, t.production);
  p.setColor(QPalette::Light, t.dark ? t.hover : QColor(Qt::white));
  p.setColor(QPalette::Midlight, t.border);
  p.setColor(QPalette::Mid, t.border);
  p.setColor(QPalette::Dark, t.strongBorder);
  p.setColor(QPalette::Shadow, t.dark ? QColor(0, 0, 0) : QColor(0x8c, 0x93, 0xa3));
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
    p.setColor(QPalette::Disabled, role, t.disabledText);
  }
  p.setColor(QPalette::Disabled, QPalette::Highlight, t.hover);
  p.setColor(QPalette::Disabled, QPalette::Base, t.window);
  return p;
}

ThemeStyle::ThemeStyle(Tokens tokens)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), tokens_(std::move(tokens)) {}

void ThemeStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (widget->isWindow() && widget->inherits("QDialog")) fitToScreen(widget);
  if (auto* area = qobject_cast<QScrollArea*>(widget);
      area != nullptr && area->frameShape() == QFrame::NoFrame && (area->focusPolicy() & Qt::TabFocus) != 0) {
    area->setFrameShape(QFrame::StyledPanel);
  }
  if (widget->inherits("QLineEditIconButton") && widget->accessibleName().isEmpty())
    widget->setAccessibleName(tr("Clear"));
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return tokens_.gap;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return tokens_.unit;
    case PM_ScrollBarExtent: return 12;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical: return 0;
    case PM_SmallIconSize:
    case PM_ButtonIconSize: return 16;
    case PM_HeaderMargin: return tokens_.unit;
    case PM_FocusFrameHMargin: return tokens_.unit - 1;  // a cell's text stands under its heading's
    default: return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returns) const {
  if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText ||
      hint == SH_DialogButtonBox_ButtonsHaveIcons)
    return 0;
  return QProxyStyle::styleHint(hint, option, widget, returns);
}

namespace {

void roundedBox(QPainter* painter, const QRect& rect, int radius, const QColor& fill, const QColor& border) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setBrush(fill);
  painter->setPen(border.isValid() ? QPen(border, 1) : QPen(Qt::NoPen));
  painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
  painter->restore();
}

// Two pixels, inside the control.
void focusRing(QPainter* painter, const QRect& rect, int radius, const QColor& colour) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(colour, 2));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius);
  painter->restore();
}

// Filled with the colour that a ring has elsewhere.
bool isFilled(const QWidget* widget) {
  const auto* button = qobject_cast<const QPushButton*>(widget);
  return button != nullptr && button->isEnabled() &&
         (button->isDefault() || button->property("dangerous").toBool());
}

void drawTick(QPainter* painter, const QRectF& box, const QColor& colour) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(colour, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPointF points[] = {box.topLeft() + QPointF(3.5, 7.5), box.topLeft() + QPointF(6.3, 10.3),
                            box.topLeft() + QPointF(11.3, 4.7)};
  painter->drawPolyline(points, 3);
  painter->restore();
}

QIcon inColour(const QIcon& icon, const QSize& size, const QColor& colour, qreal devicePixelRatio) {
  if (icon.isNull()) return icon;
  QPixmap drawn = icon.pixmap(size, devicePixelRatio);
  QPainter painter(&drawn);
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(drawn.rect(), colour);
  return drawn;
}

void drawButton(QPainter* painter, const QStyleOption& option, const QWidget* widget, const Tokens& t) {
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
  const bool enabled = (option.state & QStyle::State_Enabled) != 0;
  const bool down = (option.state & (QStyle::State_Sunken | QStyle::State_On)) != 0;
  const bool hover = enabled && (option.state & QStyle::State_MouseOver) != 0;
  const bool primary =
      enabled && button != nullptr && (button->features & QStyleOptionButton::DefaultButton) != 0;
  const bool dangerous = widget != nullptr && widget->property("dangerous").toBool() && enabled;
  QColor fill = down ? t.selected : hover ? t.hover : t.raised;
  QColor border = enabled ? t.strongBorder : t.border;
  if (primary || dangerous) {
    fill = dangerous ? t.danger : t.accent;
    if (hover || down) fill = t.dark ? fill.lighter(108) : fill.darker(112);
    border = fill;
  }
  roundedBox(painter, option.rect, t.radius - 1, fill, border);
}

}  // namespace

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  const Tokens& t = tokens_;
  const bool enabled = (option->state & State_Enabled) != 0;
  switch (element) {
    case PE_PanelButtonCommand: return drawButton(painter, *option, widget, t);
    case PE_PanelButtonTool: {
      const bool quiet = widget != nullptr && widget->property("quiet").toBool();
      const bool on = (option->state & State_Sunken) != 0 || (!quiet && (option->state & State_On) != 0);
      const bool hover = enabled && (option->state & State_MouseOver) != 0;
      if (on || hover) roundedBox(painter, option->rect, t.radius - 1, on ? t.selected : t.hover, QColor());
      return;
    }
    case PE_PanelLineEdit: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (frame != nullptr && frame->lineWidth <= 0) return;
      const bool focus = (option->state & State_HasFocus) != 0;
      roundedBox(painter, option->rect, t.radius - 1, enabled ? t.surface : t.window,
                 focus ? t.focus : t.strongBorder);
      if (focus)
        roundedBox(painter, option->rect.adjusted(1, 1, -1, -1), t.radius - 2, QColor(Qt::transparent),
                   t.focus);
      return;
    }
    case PE_FrameFocusRect: {
      return focusRing(painter, option->rect, t.half, t.focus);
    }
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: {
      const bool on = (option->state & State_On) != 0;
      const QRect box(option->rect.left(), option->rect.center().y() - 7, 15, 15);
      roundedBox(painter, box, 3,
                 !enabled ? t.window
                 : on     ? t.accent
                          : t.surface,
                 !enabled ? t.border
                 : on     ? t.accent
                          : t.strongBorder);
      if ((option->state & State_HasFocus) != 0)
        roundedBox(painter, box.adjusted(-1, -1, 1, 1), 4, QColor(Qt::transparent), t.focus);
      if (on) drawTick(painter, box, enabled ? t.onAccent : t.disabledText);
      return;
    }
    case PE_Frame: {
      // What scrolls a whole page has a frame only while the keys scroll it.
      const bool focus = (option->state & State_HasFocus) != 0;
      if (!focus && qobject_cast<const QScrollArea*>(widget) != nullptr) return;
      painter->save();
      painter->setPen(focus ? t.focus : t.border);
      painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
      painter->restore();
      return;
    }
    case PE_PanelItemViewItem: {
      const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
      if (item == nullptr) break;
      if ((item->state & State_Selected) != 0) {
        painter->fillRect(item->rect, t.selected);
      } else if (item->backgroundBrush.style() != Qt::NoBrush) {
        painter->fillRect(item->rect, item->backgroundBrush);
      } else if ((item->state & State_MouseOver) != 0 && enabled) {
        painter->fillRect(item->rect, t.hover);
      }
      return;
    }
    default: break;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
}

// A bar without arrows: wheel, keys and handle are what people use.
QRect ThemeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const {
  const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
  if (bar == nullptr) return QProxyStyle::subControlRect(control, option, part, widget);
  const bool across = bar->orientation == Qt::Horizontal;
  const int room = across ? bar->rect.width() : bar->rect.height();
  const qint64 range = qint64(bar->maximum) - bar->minimum;
  const int length =
      range <= 0 ? room
                 : std::clamp(static_cast<int>(qint64(bar->pageStep) * room / (range + bar->pageStep)),
                              std::min(24, room), room);
  const int at = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, room - length,
                                         bar->upsideDown);
  const auto along = [&](int from, int size) {
    return across ? QRect(bar->rect.left() + from, bar->rect.top(), size, bar->rect.height())
                  : QRect(bar->rect.left(), bar->rect.top() + from, bar->rect.width(), size);
  };
  switch (part) {
    case SC_ScrollBarGroove: return bar->rect;
    case SC_ScrollBarSlider: return visualRect(bar->direction, bar->rect, along(at, length));
    case SC_ScrollBarSubPage: return visualRect(bar->direction, bar->rect, along(0, at));
    case SC_ScrollBarAddPage:
      return visualRect(bar->direction, bar->rect, along(at + length, room - at - length));
    default: return {};
  }
}

// As a line edit with an arrow: Fusion's own frame is lost on a dark surface.
void ThemeStyle::drawEditableCombo(const QStyleOptionComboBox& combo, QPainter* painter,
                                   const QWidget* widget) const {
  const bool focus = (combo.state & State_HasFocus) != 0;
  roundedBox(painter, combo.rect, tokens_.radius - 1,
             (combo.state & State_Enabled) != 0 ? tokens_.surface : tokens_.window,
             focus ? tokens_.focus : tokens_.strongBorder);
  if (focus) focusRing(painter, combo.rect, tokens_.radius - 2, tokens_.focus);
  QStyleOption arrow;
  arrow.initFrom(widget);
  arrow.rect = QRect(0, 0, 8, 8);
  arrow.rect.moveCenter(subControlRect(CC_ComboBox, &combo, SC_ComboBoxArrow, widget).center());
  drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
}

QRect ThemeStyle::subElementRect(SubElement element, const QStyleOption* option,
                                 const QWidget* widget) const {
  const QRect rect = QProxyStyle::subElementRect(element, option, widget);
  return element == SE_LineEditContents ? rect.adjusted(tokens_.half, 0, -tokens_.half, 0) : rect;
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
  if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
      control == CC_ComboBox && combo != nullptr && combo->editable) {
    return drawEditableCombo(*combo, painter, widget);
  }
  if (control != CC_ScrollBar) {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const bool isBox = control == CC_ComboBox || control == CC_SpinBox;
    if (isBox && (option->state & State_HasFocus) != 0) {
      focusRing(painter, option->rect, tokens_.radius - 2, tokens_.focus);
    } else if (control == CC_SpinBox) {  // Fusion's own frame is hard to see
      roundedBox(painter, option->rect, tokens_.radius - 1, Qt::transparent, tokens_.strongBorder);
    }
    return;
  }
  const bool active = (option->state & (State_MouseOver | State_Sunken)) != 0 &&
                      (option->activeSubControls & SC_ScrollBarSlider) != 0;
  const QRect handle = subControlRect(control, option, SC_ScrollBarSlider, widget).adjusted(3, 3, -3, -3);
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (bar == nullptr || bar->maximum <= bar->minimum) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(active ? tokens_.secondaryText : tokens_.strongBorder);
  painter->drawRoundedRect(handle, 3, 3);
  painter->restore();
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  const Tokens& t = tokens_;
  if (element == CE_HeaderSection) {
    painter->save();
    painter->fillRect(option->rect, t.dark ? t.raised : QColor(0xf8, 0xf9, 0xfb));
    painter->setPen(t.border);
    painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
    painter->restore();
    return;
  }
  if (element == CE_TabBarTabShape) {  // flat; the one that is chosen has a line below it
    const bool isChosen = (option->state & State_Selected) != 0;
    if (isChosen)
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom() - 1, option->rect.width(), 2),
                        t.accent);
    if (!isChosen && (option->state & State_MouseOver) != 0) painter->fillRect(option->rect, t.hover);
    return;
  }
  if (element == CE_PushButton) {  // Fusion shows the focus of a button by nothing
    QProxyStyle::drawControl(element, option, painter, widget);
    if ((option->state & State_HasFocus) != 0) {
      const bool filled = isFilled(widget);
      focusRing(painter, filled ? option->rect.adjusted(2, 2, -2, -2) : option->rect, t.half,
                filled ? t.onAccent : t.focus);
    }
    return;
  }
  if (element == CE_HeaderLabel) {
    if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
      QStyleOptionHeader quiet = *header;
      quiet.palette.setColor(QPalette::ButtonText, t.secondaryText);
      return QProxyStyle::drawControl(element, &quiet, painter, widget);
    }
  }
  if (element == CE_ItemViewItem) {
    if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
      // The selection is a soft fill: its text keeps the colour of all text.
      QStyleOptionViewItem soft = *item;
      soft.palette.setColor(QPalette::HighlightedText, t.text);
      return QProxyStyle::drawControl(element, &soft, painter, widget);
    }
  }
  if (element == CE_PushButtonLabel) {
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
      QStyleOptionButton label = *button;
      const bool strong = (button->features & QStyleOptionButton::DefaultButton) != 0 ||
                          (widget != nullptr && widget->property("dangerous").toBool());
      if (strong && (option->state & State_Enabled) != 0) {
        label.palette.setColor(QPalette::ButtonText, t.onAccent);
        label.icon = inColour(label.icon, label.iconSize, t.onAccent, painter->device()->devicePixelRatio());
      }
      return QProxyStyle::drawControl(element, &label, painter, widget);
    }
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
  QSize out = QProxyStyle::sizeFromContents(type, option, size, widget);
  if (type == CT_PushButton) {
    out.setHeight(std::max(out.height(), 30));
    out.rwidth() += tokens_.unit;
  }
  if (type == CT_LineEdit || type == CT_ComboBox || type == CT_SpinBox)
    out.setHeight(std::max(out.height(), 30));
  if (type == CT_ToolButton) out = out.expandedTo(QSize(28, 28));
  if (type == CT_MenuItem) out.setHeight(std::max(out.height(), 26));
  return out;
}

Tokens tokensOf(const QWidget* widget) {
  const auto* style = widget != nullptr ? qobject_cast<const ThemeStyle*>(widget->style()) : nullptr;
  return style != nullptr ? style->tokens() : lightTokens();
}

}  // namespace onceover::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/inputs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollArea>

#include "ui/calculator/grid.h"
#include "ui/calculator/words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {
namespace {

// While a person types, nothing is written.
constexpr auto keepAfter = std::chrono::milliseconds(400);
// So that the fields of all groups begin below each other.
constexpr int labelWidth = 122;
constexpr int columnWidth = 300;
const auto noneWord = QStringLiteral("none");

constexpr unsigned mostAttempts = 1'000'000;

std::optional<unsigned> attemptsOf(const QString& text) {
  bool ok = false;
  const unsigned n = text.trimmed().toUInt(&ok);
  return ok && n >= 1 && n <= mostAttempts ? std::optional(n) : std::nullopt;
}

QString spanOrNone(const std::optional<Duration>& span) {
  return span ? spanText(*span) : QStringLiteral("none");
}

}  // namespace

SpanEdit::SpanEdit(Allows allows, QWidget* parent) : QLineEdit(parent), allows_(allows) {
  if (allows.nothing) setPlaceholderText(tr("unknown"));
}

bool SpanEdit::isNone() const {
  return allows_.none && text().trimmed().compare(noneWord, Qt::CaseInsensitive) == 0;
}
bool SpanEdit::isNothing() const { return text().trimmed().isEmpty(); }

std::optional<Duration> SpanEdit::span() const {
  const auto read = parseSpan(text());
  return read && (allows_.zero || *read > Duration::zero()) ? read : std::nullopt;
}

bool SpanEdit::isValid() const { return isNone() || (isNothing() && allows_.nothing) || span().has_value(); }

void SpanEdit::setSpan(std::optional<Duration> span) { setText(span ? spanText(*span) : noneWord); }

QString SpanEdit::wrong() const {
  if (isValid()) return {};
  QString must = tr("must be a time such as 500 ms, 30 s, 5 min, 2 h or 3 d");
  if (!allows_.zero) must += tr(", longer than 0");
  if (allows_.none) must += tr(", or none");
  return must;
}

Inputs::Inputs(const QString& name, QObject* parent) : QObject(parent), name_(name) {
  later_.setSingleShot(true);
  later_.setInterval(keepAfter);
  connect(&later_, &QTimer::timeout, this, &Inputs::keepNow);
}

void Inputs::group(const QString& heading) {
  const widgets::Tokens t = widgets::tokensOf(box_);
  if (box_ == nullptr) {
    box_ = new QWidget;
    groups_ = widgets::columnOf(box_, t.unit);
  }
  if (!heading.isEmpty())
    groups_->addWidget(new widgets::PlainLabel(heading, nullptr, widgets::TextRole::heading));
  form_ = new QFormLayout;
  form_->setContentsMargins(0, 0, 0, t.unit);
  form_->setSpacing(t.half);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  groups_->addLayout(form_);
}

QScrollArea* Inputs::column(const QString& accessibleName) {
  const widgets::Tokens t = widgets::tokensOf(box_);
  groups_->setContentsMargins(0, 0, t.unit, t.unit);
  groups_->addStretch(1);
  QScrollArea* scroll = widgets::scrolled(box_, accessibleName);
  scroll->setFixedWidth(columnWidth);
  return scroll;
}

void Inputs::place(const QString& label, QWidget* widget, const QString& tip) {
  widget->setAccessibleName(label);
  auto* words = new widgets::PlainLabel(label);
  words->setBuddy(widget);
  words->setMinimumWidth(labelWidth);
  if (!tip.isEmpty()) {
    for (QWidget* each : std::initializer_list<QWidget*>{widget, words})
      each->setToolTip(widgets::toolTip(tip));
  }
  form_->addRow(words, widget);
}

void Inputs::keepText(const char* name, QLineEdit* edit) {
  edit->setMinimumWidth(72);
  connect(edit, &QLineEdit::textChanged, this, &Inputs::note);
  keep(QString::fromLatin1(name), edit, "text");
}

QDoubleSpinBox* Inputs::number(const char* name, const QString& label, const Number& number) {
  auto* box = new QDoubleSpinBox;
  box->setDecimals(number.decimals);
  box->setRange(number.least, number.most);
  box->setValue(number.value);
  box->setSuffix(number.suffix);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setMinimumWidth(72);
  place(label, box, number.tip);
  connect(box, &QDoubleSpinBox::valueChanged, this, &Inputs::note);
  keep(QString::fromLatin1(name), box, "value");
  return box;
}

SpanEdit* Inputs::span(const char* name, const QString& label, const QString& initial,
                       SpanEdit::Allows allows, const QString& tip) {
  auto* edit = new SpanEdit(allows);
  edit->setText(initial);
  place(label, edit, tip);
  keepText(name, edit);
  spans_.emplace_back(label, edit);
  return edit;
}

QComboBox* Inputs::choice(const char* name, const QString& label,
                          const std::vector<std::pair<QString, QVariant>>& words, const QString& tip) {
  QComboBox* box = widgets::comboBox(label, words);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  place(label, box, tip);
  connect(box, &QComboBox::currentIndexChanged, this, &Inputs::note);
  other(
      QString::fromLatin1(name), [box] { return QJsonValue(box->currentData().toString()); },
      [box](const QJsonValue& value) {
        if (const int found = box->findData(value.toString()); found >= 0) box->setCurrentIndex(found);
      });
  return box;
}

QCheckBox* Inputs::yesNo(const QString& name, const QString& label, bool initial, const QString& tip) {
  auto* box = new QCheckBox(label);
  box->setChecked(initial);
  if (!tip.isEmpty()) box->setToolTip(widgets::toolTip(tip));
  form_->addRow(box);
  connect(box, &QCheckBox::toggled, this, &Inputs::note);
  keep(name, box, "checked");
  return box;
}

QLineEdit* Inputs::line(const char* name, const QString& label, const QString& placeholder,
                        const QString& tip) {
  QLineEdit* edit = widgets::lineEdit(label, placeholder);
  place(label, edit, tip);
  keepText(name, edit);
  return edit;
}

void Inputs::keep(const QString& name, QWidget* field, const char* property) {
  const auto value = [field, property] { return QJsonValue::fromVariant(field->property(property)); };
  other(name, value, [field, property, value](const QJsonValue& kept) {
    if (kept.type() == value().type()) field->setProperty(property, kept.toVariant());
  });
}

void Inputs::keep(const QString& name, Grid* grid) {
  connect(grid, &Grid::edited, this, &Inputs::note);
  other(
      name, [grid] { return QJsonValue(grid->json()); },
      [grid](const QJsonValue& value) {
        if (value.isArray()) grid->setJson(value.toArray());
      });
}

void Inputs::other(const QString& name, std::function<QJsonValue()> value,
                   std::function<void(const QJsonValue&)> put) {
  fields_.push_back({name, std::move(value), std::move(put)});
}

void Inputs::note() {
  if (putting_) return;
  isKept_ = false;
  later_.start();
  emit changed();
}

void Inputs::setMemory(const widgets::Page::Memory& memory) {
  memory_ = memory;
  if (!memory_.recall) return;
  const QJsonObject kept = QJsonDocument::fromJson(memory_.recall(name_).toUtf8()).object();
  if (kept.isEmpty()) return;
  putting_ = true;
  for (const Field& field : fields_) {
    if (kept.contains(field.name)) field.put(kept[field.name]);
  }
  putting_ = false;
  emit changed();
}

void Inputs::keepNow() {
  later_.stop();
  if (!memory_.keep || std::exchange(isKept_, true)) return;
  QJsonObject all;
  for (const Field& field : fields_) all[field.name] = field.value();
  memory_.keep(name_, QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact)));
}

QStringList Inputs::problems() const {
  QStringList out;
  for (const auto& [label, edit] : spans_) {
    if (!edit->isValid()) out << tr("%1: %2.").arg(label, edit->wrong());
  }
  return out;
}

void PolicyFields::make(Inputs& inputs, const Policy& like, bool withBackoff) {
  if (withBackoff) {
    std::vector<std::pair<QString, QVariant>> words;
    for (const Backoff each : all_backoffs) words.emplace_back(titleOf(each), widgets::text(word(each)));
    backoff = inputs.choice("backoff", QObject::tr("Strategy"), words);
    backoff->setCurrentIndex(backoff->findData(widgets::text(word(like.backoff))));
  }
  base = inputs.span("base", QObject::tr("Base"), spanText(like.base), {.zero = true},
                     QObject::tr("The wait that later waits grow from"));
  cap = inputs.span("cap", QObject::tr("Cap"), spanOrNone(like.cap), {.none = true},
                    QObject::tr("Longest single wait, or none"));
  attempts = inputs.line("attempts", QObject::tr("Attempts"), QObject::tr("a number, or none"),
                         QObject::tr("Including the first; none: no limit"));
  attempts->setText(like.attempts ? QString::number(*like.attempts) : QStringLiteral("none"));
  total = inputs.span("total", QObject::tr("Total"), spanOrNone(like.total), {.none = true},
                      QObject::tr("From the start of the first attempt to the start of the last, or none"));
  power = inputs.choice(
      "power", QObject::tr("First wait from"),
      {{QObject::tr("the base"), QStringLiteral("0")}, {QObject::tr("twice the base"), QStringLiteral("1")}},
      QObject::tr("Many clients count their attempts from 1: their first wait is drawn from twice the base"));
  power->setCurrentIndex(like.first_power > 0 ? 1 : 0);
}

Policy PolicyFields::policy() const {
  Policy out;
  if (backoff != nullptr)
    out.backoff =
        backoff_from_word(widgets::bytes(backoff->currentData().toString())).value_or(Backoff::full_jitter);
  out.base = base->span().value_or(Duration::zero());
  out.cap = cap->span();
  out.attempts = attemptsOf(attempts->text());
  out.total = total->span();
  out.first_power = power->currentData().toUInt();
  return out;
}

QString PolicyFields::wrong() const {
  if (attemptsOf(attempts->text()) ||
      attempts->text().trimmed().compare(QLatin1String("none"), Qt::CaseInsensitive) == 0)
    return {};
  return QObject::tr("Attempts: must be a number from 1, or none.");
}

}  // namespace onceover::calculator

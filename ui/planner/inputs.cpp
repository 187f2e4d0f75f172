#include "ui/planner/inputs.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollArea>
#include <utility>

#include "ui/planner/words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {
namespace {

// While somebody types, nothing is written.
constexpr auto keepAfter = std::chrono::milliseconds(400);
// So that the fields of all groups begin below each other.
constexpr int labelWidth = 122;
constexpr int columnWidth = 300;
const auto noneWord = QStringLiteral("none");

}  // namespace

SpanEdit::SpanEdit(Allows allows, QWidget* parent) : QLineEdit(parent), allows_(allows) {
  if (allows.nothing) setPlaceholderText(tr("unknown"));
}

bool SpanEdit::isNone() const { return allows_.none && text().trimmed().compare(noneWord, Qt::CaseInsensitive) == 0; }
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
  if (!heading.isEmpty()) groups_->addWidget(new widgets::PlainLabel(heading, nullptr, widgets::TextRole::heading));
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
    for (QWidget* each : std::initializer_list<QWidget*>{widget, words}) each->setToolTip(widgets::toolTip(tip));
  }
  form_->addRow(words, widget);
}

void Inputs::keepText(const char* name, QLineEdit* edit) {
  edit->setMinimumWidth(72);
  connect(edit, &QLineEdit::textChanged, this, &Inputs::note);
  other(
      QString::fromLatin1(name), [edit] { return QJsonValue(edit->text()); },
      [edit](const QJsonValue& value) {
        if (value.isString()) edit->setText(value.toString());
      });
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
  other(
      QString::fromLatin1(name), [box] { return QJsonValue(box->value()); },
      [box](const QJsonValue& value) {
        if (value.isDouble()) box->setValue(value.toDouble());
      });
  return box;
}

SpanEdit* Inputs::span(const char* name, const QString& label, const QString& initial, SpanEdit::Allows allows, const QString& tip) {
  auto* edit = new SpanEdit(allows);
  edit->setText(initial);
  place(label, edit, tip);
  keepText(name, edit);
  spans_.emplace_back(label, edit);
  return edit;
}

QComboBox* Inputs::choice(const char* name, const QString& label, const std::vector<std::pair<QString, QVariant>>& words,
                          const QString& tip) {
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
  other(
      name, [box] { return QJsonValue(box->isChecked()); },
      [box](const QJsonValue& value) {
        if (value.isBool()) box->setChecked(value.toBool());
      });
  return box;
}

QLineEdit* Inputs::line(const char* name, const QString& label, const QString& placeholder, const QString& tip) {
  QLineEdit* edit = widgets::lineEdit(label, placeholder);
  place(label, edit, tip);
  keepText(name, edit);
  return edit;
}

void Inputs::other(const QString& name, std::function<QJsonValue()> value, std::function<void(const QJsonValue&)> put) {
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

}  // namespace onceover::planner

#include "ui/planner/inputs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "ui/planner/words.h"
#include "ui/widgets/text.h"

namespace onceover::planner {
namespace {

// While somebody types, nothing is written.
constexpr auto keepAfter = std::chrono::milliseconds(400);
// So that the fields of all groups begin below each other.
constexpr int labelWidth = 122;
const auto noneWord = QStringLiteral("none");

}  // namespace

SpanEdit::SpanEdit(Allows allows, QWidget* parent) : QLineEdit(parent), allows_(allows) {
  if (allows.nothing) setPlaceholderText(tr("not known"));
  setMinimumWidth(72);
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

void Inputs::place(QFormLayout* form, const QString& label, QWidget* widget, const QString& tip) {
  widget->setAccessibleName(label);
  if (!tip.isEmpty()) widget->setToolTip(widgets::toolTip(tip));
  if (form == nullptr) return;
  auto* words = new widgets::PlainLabel(label);
  words->setBuddy(widget);
  words->setMinimumWidth(labelWidth);
  if (!tip.isEmpty()) words->setToolTip(widgets::toolTip(tip));
  form->addRow(words, widget);
}

QDoubleSpinBox* Inputs::number(QFormLayout* form, const QString& name, const QString& label, const Number& number) {
  auto* box = new QDoubleSpinBox;
  box->setDecimals(number.decimals);
  box->setRange(number.least, number.most);
  box->setValue(number.value);
  box->setSuffix(number.suffix);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setMinimumWidth(72);
  place(form, label, box, number.tip);
  connect(box, &QDoubleSpinBox::valueChanged, this, &Inputs::note);
  other(
      name, [box] { return QJsonValue(box->value()); },
      [box](const QJsonValue& value) {
        if (value.isDouble()) box->setValue(value.toDouble());
      });
  return box;
}

SpanEdit* Inputs::span(QFormLayout* form, const QString& name, const QString& label, const QString& initial, SpanEdit::Allows allows,
                       const QString& tip) {
  auto* edit = new SpanEdit(allows);
  edit->setText(initial);
  place(form, label, edit, tip);
  connect(edit, &QLineEdit::textChanged, this, &Inputs::note);
  spans_.emplace_back(label, edit);
  other(
      name, [edit] { return QJsonValue(edit->text()); },
      [edit](const QJsonValue& value) {
        if (value.isString()) edit->setText(value.toString());
      });
  return edit;
}

QComboBox* Inputs::choice(QFormLayout* form, const QString& name, const QString& label,
                          const std::vector<std::pair<QString, QString>>& words, const QString& tip) {
  auto* box = new QComboBox;
  for (const auto& [word, title] : words) box->addItem(title, word);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  place(form, label, box, tip);
  connect(box, &QComboBox::currentIndexChanged, this, &Inputs::note);
  other(
      name, [box] { return QJsonValue(box->currentData().toString()); },
      [box](const QJsonValue& value) {
        if (const int found = box->findData(value.toString()); found >= 0) box->setCurrentIndex(found);
      });
  return box;
}

QCheckBox* Inputs::yesNo(QFormLayout* form, const QString& name, const QString& label, bool initial, const QString& tip) {
  auto* box = new QCheckBox(label);
  box->setChecked(initial);
  if (!tip.isEmpty()) box->setToolTip(widgets::toolTip(tip));
  if (form != nullptr) form->addRow(box);
  connect(box, &QCheckBox::toggled, this, &Inputs::note);
  other(
      name, [box] { return QJsonValue(box->isChecked()); },
      [box](const QJsonValue& value) {
        if (value.isBool()) box->setChecked(value.toBool());
      });
  return box;
}

QLineEdit* Inputs::line(QFormLayout* form, const QString& name, const QString& label, const QString& placeholder) {
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(placeholder);
  edit->setMinimumWidth(72);
  place(form, label, edit, {});
  connect(edit, &QLineEdit::textChanged, this, &Inputs::note);
  other(
      name, [edit] { return QJsonValue(edit->text()); },
      [edit](const QJsonValue& value) {
        if (value.isString()) edit->setText(value.toString());
      });
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

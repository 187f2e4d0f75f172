#include "ui/reconcile/verdict_lines.h"

#include <QGridLayout>

#include "ui/widgets/row_write.h"
#include "ui/widgets/widgets.h"

namespace onceover::reconcile {

using tables::Verb;
using widgets::TextRole;
using widgets::Tone;

VerdictLines::VerdictLines(const std::vector<Verb>& verbs, QWidget* parent) : QWidget(parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(t.gap);
  grid->setVerticalSpacing(t.unit);
  grid->setColumnStretch(1, 1);
  for (const Verb verb : verbs) addLine(grid, verb);
}

void VerdictLines::addLine(QGridLayout* grid, Verb verb) {
  const int at = grid->rowCount();
  Parts line{new QPushButton(widgets::verbTitle(verb) + QStringLiteral(" …")), widgets::textButton(QStringLiteral("sql"), tr("Script …")),
             widgets::wrapped(TextRole::body, tr("%1: what it writes").arg(widgets::verbTitle(verb)))};
  line.act->setAccessibleName(widgets::verbTitle(verb));
  grid->addWidget(line.act, at, 0);
  grid->addWidget(line.words, at, 1);
  connect(line.act, &QPushButton::clicked, this, [this, verb] { emit chosen(verb); });
  line.script->setFocusPolicy(Qt::TabFocus);
  line.script->setAccessibleName(tr("%1: script for psql").arg(widgets::verbTitle(verb)));
  line.script->setToolTip(widgets::toolTip(tr("The guarded statement as a script, for a person who may run it")));
  grid->addWidget(line.script, at, 2);
  connect(line.script, &QToolButton::clicked, this, [this, verb] { emit scriptChosen(verb); });
  lines_.emplace(verb, line);
}

void VerdictLines::setLine(Verb verb, const Line& line) {
  const Parts& parts = lines_.at(verb);
  parts.act->setVisible(line.isShown);
  parts.words->setVisible(line.isShown);
  parts.act->setEnabled(line.canAct);
  parts.words->setText(line.words);
  parts.words->setTone(line.isMuted ? Tone::muted : Tone::neutral);
  parts.script->setVisible(line.isShown && line.hasScript);
  parts.script->setEnabled(line.canScript);
}

}  // namespace onceover::reconcile

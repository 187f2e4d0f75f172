// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include "core/drift/compare.h"
#include "ui/cases/elsewhere_card.h"
#include "ui/shell/link.h"
#include "ui/tables/draft.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

QString plainText(const QAction& action) {
  QString text = action.text();
  return text.remove('&').remove(QStringLiteral("…"));
}

// Shorter than a person notices, longer than between two letters.
constexpr std::chrono::milliseconds typingPause(150);
constexpr int lineRole = Qt::UserRole, rightRole = Qt::UserRole + 1;

// The shortcut, or what it is, stands at the right end of the line.
class ShortcutDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QString right = index.data(rightRole).toString();
    const QStyle* style = option.widget->style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    // The text ends before what is at the right.
    QStyleOptionViewItem words = option;
    words.rect.adjust(0, 0, -12 - (right.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(right) + 12),
                      0);
    QStyledItemDelegate::paint(painter, words, index);
    painter->save();
    painter->setPen(widgets::tokensOf(option.widget).secondaryText);
    painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, right);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    // as wide as the list, and cut there
    return {0, std::max(32, QStyledItemDelegate::sizeHint(option, index).height())};
  }
};

}  // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent), search_(new QLineEdit), list_(new QListWidget) {
  setAccessibleName(tr("Commands"));
  search_->setPlaceholderText(
      tr("A key, order, customer, event, log line or link; a page, action, plan or table"));
  search_->setAccessibleName(tr("Search commands"));
  search_->installEventFilter(this);
  list_->setAccessibleName(tr("Matching commands"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new ShortcutDelegate(list_));
  widgets::fill(widgets::columnOf(this, -1, QMargins(12, 12, 12, 12)), {search_, list_});
  pause_.setSingleShot(true);
  pause_.setInterval(typingPause);
  connect(&pause_, &QTimer::timeout, this, [this] {
    if (isVisible() && !soughtText().isEmpty()) emit sought(soughtText());
  });
  connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
  hide();
}

void CommandPalette::open(const QList<QAction*>& actions) {
  actions_.clear();
  for (QAction* action : actions) {
    if (action->isEnabled() && action->isVisible() && !action->text().isEmpty()) actions_.append(action);
  }
  before_ = QApplication::focusWidget();
  found_.clear();
  foundFor_.clear();
  const QSize room = parentWidget()->size();
  const int width = std::min(560, room.width() - 32);
  setGeometry((room.width() - width) / 2, std::min(96, room.height() / 8), width,
              std::min(420, room.height() - 120));
  search_->clear();
  filter();
  show();
  raise();
  search_->setFocus();
}

QString CommandPalette::soughtText() const { return search_->text().trimmed(); }

void CommandPalette::filter() {
  hasMoved_ = false;
  soughtText().isEmpty() ? pause_.stop() : pause_.start();
  list();
}

void CommandPalette::setFound(const QString& sought, const QList<Found>& found) {
  if (sought != soughtText()) return;
  foundFor_ = sought;
  found_ = found;
  list();
}

void CommandPalette::list() {
  std::vector<std::pair<int, int>> matching;
  for (int i = 0; i < actions_.size(); ++i) {
    if (!actions_[i]) continue;
    std::optional<int> best = fuzzyScore(search_->text(), plainText(*actions_[i]));
    for (const QString& name : actions_[i]->data().toStringList())
      best = std::max(best, fuzzyScore(search_->text(), name));
    if (best) matching.emplace_back(-*best, i);
  }
  std::stable_sort(matching.begin(), matching.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const QString chosen =
      hasMoved_ && list_->currentItem() != nullptr ? list_->currentItem()->text() : QString();
  list_->clear();
  for (const auto& [score, index] : matching) {
    auto* item = new QListWidgetItem(actions_[index]->icon(), plainText(*actions_[index]), list_);
    item->setData(lineRole, index);
    item->setToolTip(widgets::toolTip(item->text()));
    const QString shortcut = actions_[index]->shortcut().toString(QKeySequence::NativeText);
    item->setData(rightRole, shortcut.isEmpty() ? actions_[index]->statusTip() : shortcut);
  }
  // A longer text narrows what was found for a shorter one only when it is sought again: until then nothing
  // of it is shown.
  for (int i = 0; foundFor_ == soughtText() && i < found_.size(); ++i) {
    auto* item = new QListWidgetItem(widgets::icon(found_[i].icon), found_[i].text, list_);
    item->setData(lineRole, -1 - i);
    item->setToolTip(widgets::toolTip(found_[i].text));
    item->setData(rightRole, found_[i].kind);
  }
  list_->setCurrentRow(0);
  // What comes later moves nobody's choice.
  for (int row = 0; !chosen.isEmpty() && row < list_->count(); ++row) {
    if (list_->item(row)->text() == chosen) list_->setCurrentRow(row);
  }
}

void CommandPalette::run() {
  const QListWidgetItem* item = list_->currentItem();
  const int line = item != nullptr ? item->data(lineRole).toInt() : 0;
  const QPointer<QAction> action = item != nullptr ? actions_.value(line) : nullptr;
  const auto open = item != nullptr && line < 0 ? found_.value(-1 - line).open : nullptr;
  dismiss();
  if (action) action->trigger();
  if (open) open();
}

void CommandPalette::dismiss() {
  hide();
  if (before_) before_->setFocus();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape) {
    dismiss();
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    run();
    return true;
  }
  if (key == Qt::Key_Up || key == Qt::Key_Down) {
    hasMoved_ = true;
    list_->setCurrentRow(
        std::clamp(list_->currentRow() + (key == Qt::Key_Up ? -1 : 1), 0, std::max(0, list_->count() - 1)));
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.strongBorder);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), t.radius + 2, t.radius + 2);
}

std::optional<int> fuzzyScore(const QString& pattern, const QString& text) {
  int score = 0;
  qsizetype at = 0;
  bool run = false;
  for (const QChar wanted : pattern) {
    if (wanted.isSpace()) {
      run = false;
      continue;
    }
    const qsizetype from = at;
    while (at < text.size() && text[at].toCaseFolded() != wanted.toCaseFolded()) ++at;
    if (at == text.size()) return std::nullopt;
    const bool begins = at == 0 || !text[at - 1].isLetterOrNumber();
    run = run && at == from;
    score += 1 + (begins ? 8 : 0) + (run ? 5 : 0);
    run = true;
    ++at;
  }
  return pattern.isEmpty() ? 0 : score * 100 - static_cast<int>(text.size());
}

namespace {

using widgets::shown;

// Of each kind: more are no answer at a glance.
constexpr int mostShown = 6;
// Newest plans, and cases by urgency, among which a part of a name is looked for.
constexpr int mostLookedAt = 200;

bool has(const std::string& in, const QString& part) {
  return widgets::text(in).contains(part, Qt::CaseInsensitive);
}

QString keyWords(const key::Identity& id, const key::Subject* subject, const QString& state) {
  QStringList parts{shown(id.key)};
  for (const std::string& part : {id.tenant, id.operation}) {
    if (!part.empty()) parts.append(shown(part));
  }
  if (!state.isEmpty()) parts.append(state);
  if (subject != nullptr && subject->amount) parts.append(widgets::money(*subject));
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

SearchDesk::SearchDesk(bridge::Session& session, CommandPalette& palette, TablesOf tables, QObject* parent)
    : QObject(parent), session_(session), palette_(palette), tables_(std::move(tables)) {
  connect(&palette_, &CommandPalette::sought, this, &SearchDesk::seek);
}

void SearchDesk::seek(const QString& text) {
  show(text, nullptr);
  if (!session_.isReady() || isLink(text)) return;
  const bool hasStore = session_.facts().schema.fit == schema::Fit::current ||
                        session_.facts().schema.fit == schema::Fit::newer;
  session_.read<Answer>(
      this, tr("Searching"),
      [text = widgets::bytes(text), hasStore, described = session_.described()](bridge::Reader& reader) {
        return look(reader, text, hasStore, described);
      },
      [this, text](const Result<Answer>& answer) {
        if (answer || !answer.error().is_cancelled()) show(text, &answer);
      });
}

void SearchDesk::openOrder(const QString& text) {
  auto* dialog = new cases::OrderDialog(session_, session_.described(), text, palette_.window());
  connect(dialog, &cases::OrderDialog::rowRequested, this, &SearchDesk::rowChosen);
  dialog->open();
}

Result<SearchDesk::Answer> SearchDesk::look(bridge::Reader& reader, const std::string& text, bool hasStore,
                                            const bridge::DescribedTables& described) {
  Answer out{.tables = bridge::tablesFor(reader, described, hasStore)};
  if (!hasStore && tables::is_own(*out.tables.front())) out.tables.erase(out.tables.begin());
  if (auto took =
          bridge::takeOr(reader, browse::find(reader.connection(), out.tables, text), out.life, out.problem);
      !took)
    return fail(took.error());
  const auto effects = drift::effects_of(out.life, out.tables);
  if (!effects.empty()) out.effects = drift::sentence(effects, out.life);
  if (!hasStore) return out;
  reconcile::CaseList cases;
  auto tookCases = bridge::takeOr(
      reader, reconcile::list_cases(reader.connection(), {.open_too = true, .limit = mostLookedAt}), cases,
      out.problem);
  if (!tookCases) return fail(tookCases.error());
  const QString part = widgets::text(text);
  for (reconcile::ListedCase& one : cases.cases) {
    if (has(one.id.key, part) || has(one.reason, part)) out.cases.push_back(std::move(one));
  }
  std::vector<plan::Plan> plans;
  auto tookPlans =
      bridge::takeOr(reader, plan::list(reader.connection(), {}, mostLookedAt), plans, out.problem);
  if (!tookPlans) return fail(tookPlans.error());
  for (plan::Plan& one : plans) {
    if (has(one.name, part) || has(one.ticket, part)) out.plans.push_back(std::move(one));
  }
  return out;
}

QList<CommandPalette::Found> SearchDesk::tablesNamed(const QString& text) {
  QList<CommandPalette::Found> found;
  bridge::Tables all{bridge::ownProfile()};
  if (session_.facts().schema.fit == schema::Fit::missing) all.clear();
  for (const auto& table : session_.facts().eventTables) all.push_back(table);
  for (const auto& table : tables_()) all.push_back(table);
  for (const auto& table : all) {
    const QString name = ui::tableTitle(table->schema, table->table);
    if (!name.contains(text, Qt::CaseInsensitive) || found.size() >= mostShown) continue;
    found.append({tr("%1 · %2").arg(name, ui::kindWord(table->kind)), tr("table"), QStringLiteral("table"),
                  [this, table] { emit tableChosen(table); }});
  }
  return found;
}

// answer: null while it is awaited.
void SearchDesk::show(const QString& text, const Result<Answer>* answer) {
  QList<CommandPalette::Found> found;
  if (isLink(text)) {
    found.append({tr("Open this link"), tr("link"), QStringLiteral("search"),
                  [this, text] { emit linkChosen(text); }});
    return palette_.setFound(text, found);
  }
  if (!session_.isReady()) return palette_.setFound(text, {});
  if (answer != nullptr && *answer) {
    const Answer& got = **answer;
    const auto addEffects = [&] {
      if (got.effects.empty()) return;
      found.append({tr("Charged twice? %1").arg(widgets::text(got.effects)), tr("answer"),
                    QStringLiteral("question"), [this, text] { openOrder(text); }});
    };
    // Of a key that was pasted, the key itself is meant first.
    const bool isKey = got.life.name_is == browse::NameOf::key;
    if (!isKey) addEffects();
    for (const browse::LifeRow& row : got.life.rows) {
      if (found.size() > mostShown) break;
      const auto& table = got.tables[row.table];
      found.append({keyWords(row.row.id, &row.row.subject, widgets::badgeOf(row.row, got.life.as_of).word),
                    ui::tableTitle(table->schema, table->table), QStringLiteral("keys"),
                    [this, table, id = row.row.id] { emit rowChosen(table, id); }});
    }
    if (isKey) addEffects();
    int shownCases = 0;
    for (const reconcile::ListedCase& one : got.cases) {
      const bool isShown = one.is_own() && std::ranges::any_of(got.life.rows, [&one](const auto& row) {
                             return row.row.id == one.id;
                           });
      if (isShown || ++shownCases > mostShown) continue;
      found.append({keyWords(one.id, one.subject ? &*one.subject : nullptr, shown(one.reason)), tr("case"),
                    QStringLiteral("person"), [this, one] { emit caseChosen(one); }});
    }
    int shownPlans = 0;
    for (const plan::Plan& one : got.plans) {
      if (++shownPlans > mostShown) break;
      found.append({shown(one.name), tr("plan"), QStringLiteral("play"),
                    [this, name = widgets::text(one.name)] { emit planChosen(name); }});
    }
  }
  found += tablesNamed(text);
  // At once, and whatever else is found: the page says what it reads before it does.
  const std::string pasted = browse::key_from_paste(widgets::bytes(text));
  found.append({tr("Search the page Keys for “%1”").arg(shown(pasted)), tr("search"),
                QStringLiteral("search"),
                [this, pasted] { emit filterChosen(browse::Filter{.key = pasted}); }});
  if (answer != nullptr && *answer) {
    for (const std::string& why : (*answer)->life.not_looked)
      found.append({tr("Not searched: %1").arg(shown(why)), {}, QStringLiteral("warning"), {}});
  }
  if (answer == nullptr) found.append({tr("Searching every table…"), {}, QStringLiteral("clock"), {}});
  const std::string problem = answer == nullptr ? std::string()
                              : *answer         ? (*answer)->problem
                                                : answer->error().what;
  if (!problem.empty())
    found.append(
        {tr("Not everything could be searched: %1").arg(shown(problem)), {}, QStringLiteral("warning"), {}});
  palette_.setFound(text, found);
}

}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/notes_card.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QSignalBlocker>

#include "ui/bridge/session.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"

namespace onceover::cases {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

// What a person reads on a page; all of them are in `oncectl cases show`.
constexpr std::size_t mostNotesShown = 20;
constexpr int linesOfField = 3;

QString writerOf(const reconcile::Note& note) {
  const QString actor = widgets::shown(note.actor.name), user = widgets::shown(note.db_user);
  return actor == user ? actor : NotesCard::tr("%1, as database user %2").arg(actor, user);
}

bool isSend(const QEvent* event) {
  const auto* key = static_cast<const QKeyEvent*>(event);
  return (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
         key->modifiers().testFlag(Qt::ControlModifier);
}

Result<reconcile::Note> writeNote(bridge::Reader& reader, const key::Identity& id, const std::string& text) {
  const audit::Actor actor = audit::this_actor("onceover");
  if (tables::is_own(reader.profile())) return reconcile::add_note(reader.connection(), id, text, actor);
  auto row = writes::lookAtRow(reader, id);
  if (!row) return fail(row.error());
  if (!row->seen) {
    return fail(ErrorKind::invalid_input, row->problem.empty() ? "The row is gone." : row->problem,
                "Nothing was written.");
  }
  return reconcile::add_note(reader.connection(), reader.profile(), row->access, *row->seen, text, actor);
}

}  // namespace

NotesCard::NotesCard(bridge::Session& session, QWidget* parent)
    : Card(tr("Notes"), parent),
      session_(session),
      list_(new QVBoxLayout),
      empty_(widgets::wrapped(TextRole::caption)),
      more_(widgets::wrapped(TextRole::caption)),
      why_(widgets::wrapped(TextRole::caption, tr("Why no note can be added"))),
      field_(new QPlainTextEdit),
      add_(new QPushButton(tr("Add &note"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  list_->setSpacing(t.unit);
  field_->setAccessibleName(tr("New note"));
  field_->setPlaceholderText(tr("What you found out, for the next person"));
  field_->setTabChangesFocus(true);
  field_->setFixedHeight(field_->fontMetrics().lineSpacing() * linesOfField + 2 * t.unit);
  field_->installEventFilter(this);
  add_->setAccessibleName(tr("Add note"));
  add_->setToolTip(widgets::toolTip(
      tr("Kept with your name, the database user and the time; notes are never changed or removed  %1")
          .arg(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText))));
  auto* line = widgets::fill(new QHBoxLayout, {{why_, 1}, {add_, 0, Qt::AlignTop}});
  widgets::fill(body(), {empty_, list_, more_, field_, line});
  connect(add_, &QPushButton::clicked, this, &NotesCard::add);
  connect(field_, &QPlainTextEdit::textChanged, this, [this] {
    problem_.clear();
    update();
  });
  connect(&session, &bridge::Session::armedChanged, this, &NotesCard::update);
  open({});
}

bool NotesCard::isTyped() const { return id_ && !field_->toPlainText().trimmed().isEmpty(); }

void NotesCard::open(std::optional<key::Identity> id) {
  id_ = std::move(id);
  problem_.clear();
  {
    const QSignalBlocker quiet(field_);
    field_->clear();
  }
  show({}, {}, {}, widgets::ClockChoice::utc);
}

void NotesCard::show(const reconcile::Notes& notes, const std::string& problem, Timestamp now,
                     widgets::ClockChoice clock) {
  const std::size_t count = std::min(notes.notes.size(), mostNotesShown);
  const bool same =
      std::ranges::equal(notes.notes.begin(), notes.notes.begin() + static_cast<std::ptrdiff_t>(count),
                         shown_.begin(), shown_.end(), {}, &reconcile::Note::number);
  if (same) {
    for (std::size_t i = 0; i < count; ++i) times_[i]->setTime(notes.notes[i].at, now, clock);
  } else {
    widgets::empty(list_);
    shown_.clear();
    times_.clear();
    for (std::size_t i = 0; i < count; ++i) showNote(notes.notes[i], now, clock);
  }
  empty_->setVisible(count == 0);
  empty_->setText(problem.empty() ? tr("No notes yet.")
                                  : tr("The notes could not be read: %1").arg(widgets::shown(problem)));
  const std::int64_t rest = notes.total - static_cast<std::int64_t>(count);
  more_->setVisible(rest > 0);
  more_->setText(tr("%Ln older ones: oncectl cases show", nullptr, widgets::counted(rest)));
  update();
}

void NotesCard::showNote(const reconcile::Note& note, Timestamp now, widgets::ClockChoice clock) {
  auto* box = new QWidget;
  box->setAccessibleName(tr("Note by %1").arg(writerOf(note)));
  auto* head = widgets::lineOf(nullptr, widgets::tokensOf(this).unit);
  auto* writer = new PlainLabel(writerOf(note), nullptr, TextRole::strong);
  auto* when = new PlainLabel({}, nullptr, TextRole::caption);
  when->setTime(note.at, now, clock);
  widgets::fill(head, {writer, when, widgets::stretch()});
  widgets::fill(widgets::columnOf(box, 0), {head, widgets::wrappedText(widgets::linesShown(note.text))});
  list_->addWidget(box);
  shown_.push_back(note.number);
  times_.push_back(when);
}

QString NotesCard::whyNot() const {
  if (!id_) return tr("No key is open.");
  const bridge::ServerFacts& facts = session_.facts();
  if (facts.isReadOnly) return tr("This server only accepts reading.");
  if (!facts.canSettle()) return tr("This store cannot be written: %1").arg(facts.schemaSentence);
  if (!session_.isArmed()) return tr("Writes are not armed: arm them to add a note.");
  return {};
}

void NotesCard::update() {
  QString why = whyNot();
  if (writing_) why = tr("Writing …");
  const QString typed = field_->toPlainText();
  const auto sound = reconcile::sound_note(widgets::bytes(typed));
  if (why.isEmpty() && !problem_.isEmpty()) why = problem_;
  const bool isSaid = !why.isEmpty();
  if (why.isEmpty() && !sound && !typed.trimmed().isEmpty()) why = widgets::shown(sound.error().what);
  if (why.isEmpty() && !sound) why = tr("Type the note first. A note settles nothing and touches no key.");
  add_->setEnabled(whyNot().isEmpty() && !writing_ && sound.has_value());
  add_->setAccessibleDescription(add_->isEnabled() ? QString() : why);
  why_->setText(why);
  why_->setTone(!isSaid && !sound && typed.trimmed().isEmpty() ? Tone::muted
                : writing_                                     ? Tone::info
                                                               : Tone::warn);
  why_->setVisible(!why.isEmpty());
}

void NotesCard::add() {
  if (!add_->isEnabled() || !id_) return;
  writing_ = true;
  problem_.clear();
  update();
  session_.write<reconcile::Note>(
      this, tr("Adding a note"),
      [id = *id_, text = widgets::bytes(field_->toPlainText())](bridge::Reader& reader) {
        return writeNote(reader, id, text);
      },
      [this, id = *id_, typed = field_->toPlainText()](const Result<reconcile::Note>& note) {
        writing_ = false;
        // What is typed meanwhile is another note.
        if (note && id_ == id && field_->toPlainText() == typed) {
          const QSignalBlocker quiet(field_);
          field_->clear();
        }
        if (id_ == id) problem_ = note ? QString() : widgets::sentences(note.error());
        update();
        emit finished();
      });
}

// The page's own Ctrl+Return settles: not from here.
bool NotesCard::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::ShortcutOverride && isSend(event)) {
    event->accept();
    return true;
  }
  if (watched == field_ && event->type() == QEvent::KeyPress && isSend(event)) {
    add();
    return true;
  }
  return Card::eventFilter(watched, event);
}

}  // namespace onceover::cases

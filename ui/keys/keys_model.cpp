#include "ui/keys/keys_model.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace onceover::keys {
namespace {

// Up to here the difference is worked out row by row; more is cheaper shown anew.
constexpr std::size_t mergedRows = 1'000;

std::deque<browse::KeyRow> taken(std::vector<browse::KeyRow>& rows) {
  return {std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end())};
}

}  // namespace

KeysModel::KeysModel(QObject* parent, int window) : RowsModel(parent), window_(window) { setColumns(columnsOf(*this)); }

void KeysModel::setReadAt(Timestamp at) {
  setAsOf(at);
  now_ = at;
}

void KeysModel::setPage(browse::Page page, qint64 position, bool counted) {
  setReadAt(page.as_of);
  std::deque<browse::KeyRow> rows = taken(page.rows);
  const bool small = rows_.size() <= mergedRows && rows.size() <= mergedRows;
  const bool merges = small && position == position_;
  asked_ = true;  // while rows change nobody may ask for what follows them
  if (!merges || !merge(rows)) replaceAll(std::move(rows));
  more_ = page.more;
  position_ = position;
  counted_ = counted;
  asked_ = false;
  changed();
}

void KeysModel::replaceAll(std::deque<browse::KeyRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

// False where the order of the rows changed, which it never does in a listing by creation time, but a foreign table may do anything.
bool KeysModel::merge(const std::deque<browse::KeyRow>& rows) {
  std::set<key::Identity> wanted;
  for (const auto& row : rows) wanted.insert(row.id);
  for (int i = rowCount() - 1; i >= 0; --i) {
    if (wanted.contains(at(i).id)) continue;
    beginRemoveRows({}, i, i);
    rows_.erase(rows_.begin() + i);
    endRemoveRows();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < rows_.size() && rows_[i].id == rows[i].id) {
      rows_[i] = rows[i];
      continue;
    }
    beginInsertRows({}, static_cast<int>(i), static_cast<int>(i));
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(i), rows[i]);
    endInsertRows();
  }
  return rows_.size() == rows.size();
}

void KeysModel::append(browse::Page page) {
  asked_ = true;
  setReadAt(page.as_of);
  insert(rowCount(), taken(page.rows));
  if (const int surplus = rowCount() - window_; surplus > 0) {
    emit dropping(0, surplus - 1);
    beginRemoveRows({}, 0, surplus - 1);
    rows_.erase(rows_.begin(), rows_.begin() + surplus);
    position_ += surplus;
    endRemoveRows();
    emit shifted(-surplus);
  }
  more_ = page.more;
  asked_ = false;
  changed();
}

void KeysModel::prepend(browse::Page page) {
  asked_ = true;
  setReadAt(page.as_of);
  const int came = static_cast<int>(page.rows.size());
  // New keys may have been claimed in front of what was the beginning: then the count was an estimate.
  position_ = page.more ? std::max<qint64>(1, position_ - came) : 0;
  counted_ = counted_ || !page.more;
  insert(0, taken(page.rows));
  if (came > 0) emit shifted(came);
  if (rowCount() > window_) {
    emit dropping(window_, rowCount() - 1);
    beginRemoveRows({}, window_, rowCount() - 1);
    rows_.erase(rows_.begin() + window_, rows_.end());
    more_ = true;
    endRemoveRows();
  }
  asked_ = false;
  changed();
}

void KeysModel::forgetRequest() { asked_ = false; }

void KeysModel::clear() {
  more_ = asked_ = false;
  position_ = estimate_ = 0;
  counted_ = true;
  if (!rows_.empty()) replaceAll({});
}

qint64 KeysModel::total() const {
  const qint64 known = position_ + rowCount();
  return more_ ? std::max(estimate_, known + 1) : known;
}

browse::Cursor KeysModel::cursorAt(int row) const { return browse::cursor_of(at(row)); }

void KeysModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent) || rows_.empty()) return;
  asked_ = true;
  emit behindWanted(cursorAt(rowCount() - 1));
}

void KeysModel::fetchBefore() {
  if (!hasMoreBefore() || asked_ || rows_.empty()) return;
  asked_ = true;
  emit beforeWanted(cursorAt(0));
}

void KeysModel::setTable(const tables::Profile& profile) {
  events_ = profile.kind != tables::Kind::idempotency;
  foreign_ = !tables::is_own(profile);
  emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void KeysModel::setNow(Timestamp now) {
  now_ = std::max(now, asOf());
  if (!rows_.empty()) emit dataChanged(index(0, CreatedColumn), index(rowCount() - 1, LeaseColumn), {Qt::DisplayRole});
}

QVariant KeysModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
    if (section == KeyColumn && events_) return tr("Event");
    if (section == ErrorColumn && foreign_) return tr("Error");  // others keep whole messages
  }
  return RowsModel::headerData(section, orientation, role);
}

}  // namespace onceover::keys

// A table of a bundle, for a view.
#pragma once

#include "core/bundle/bundle.h"
#include "ui/widgets/rows_model.h"

namespace onceover::bundle {

class CellsModel : public widgets::RowsModel<std::vector<Value>> {
  Q_OBJECT
 public:
  explicit CellsModel(const Table& table, QObject* parent = nullptr);
  // Every column with its name, a line each.
  QString rowInWords(int row) const;

 private:
  std::vector<std::string> names_;
};

// A value for the screen: one line, cut at `most` characters.
QString oneLine(const Value& value, int most);
// The same in as many lines as it has; what is masked, cut or NULL says so.
QString inLines(const Value& value);

}  // namespace onceover::bundle

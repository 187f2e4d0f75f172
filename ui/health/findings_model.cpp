#include "ui/health/findings_model.h"

#include "ui/health/words.h"

namespace onceover::health {
namespace {

using Row = std::variant<Finding, NotChecked>;

Check checkOf(const Row& row) {
  return std::visit([](const auto& one) { return one.check; }, row);
}

widgets::Badge rowBadge(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return found != nullptr ? badgeOf(found->severity) : badgeOfNotChecked();
}

QString evidenceOf(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return widgets::shown(found != nullptr ? found->evidence : std::get<NotChecked>(row).why);
}

}  // namespace

FindingsModel::FindingsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Severity"), 14, NoTip}, rowBadge},
      {{tr("What is wrong"), 46, NoTip}, [](const Row& row) { return titleOf(checkOf(row)); }},
      {{tr("What was seen"), 36, Stretch}, evidenceOf},
  });
}

void FindingsModel::setReport(const std::vector<Finding>& findings, const std::vector<NotChecked>& notChecked) {
  std::vector<Row> rows(findings.begin(), findings.end());
  rows.insert(rows.end(), notChecked.begin(), notChecked.end());
  setRows(std::move(rows));
}

int FindingsModel::rowOf(Check check) const {
  return rowWhere([check](const Row& row) { return checkOf(row) == check; });
}

}  // namespace onceover::health

// The samples that this console took while it was open, as a source of the dashboard. Takes them, too: one of these makes the console
// remember levels.
#pragma once

#include <memory>
#include <optional>

#include "ui/metrics/sampler.h"
#include "ui/metrics/source.h"
#include "ui/workspace/workspace.h"

namespace onceover::metrics {

class SamplesSource : public Source {
  Q_OBJECT
 public:
  // store: as SampleStore::open() gave it; its error is what the offer says. The others must outlive it.
  SamplesSource(bridge::Session& session, workspace::Workspace& workspace, Result<std::unique_ptr<workspace::SampleStore>> store,
                QObject* parent = nullptr);
  ~SamplesSource() override;

  Origin origin() const override { return Origin::samples; }
  QString name() const override { return tr("Samples"); }
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

  // Whether samples are taken; remembered. What was taken is shown all the same.
  void setAllowed(bool allowed);
  bool isAllowed() const;
  Sampler* sampler() const { return sampler_.get(); }  // null: there is no store

 private:
  Result<Chart> chart(const Request& request) const;

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  std::unique_ptr<workspace::SampleStore> store_;
  std::optional<Error> problem_;
  std::unique_ptr<Sampler> sampler_;
  std::map<int, quint64> asked_;  // the number of the latest of each tag
  quint64 number_ = 0;
};

}  // namespace onceover::metrics

// SPDX-License-Identifier: Apache-2.0
// Tables of many shapes with one history in each, whose numbers are known without asking the table.
#pragma once

#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/metrics/chart.h"
#include "core/tables/profile.h"
#include "tests/support/raw.h"

namespace onceover::test::ledger {

enum class End { none, succeeded, failed, unknown };

struct Event {
  int id = 0;
  Timestamp created;
  End end = End::none;
  Timestamp ended;
  std::string tenant, operation;
  int code = 0;
};

// How a shape tells what happened. `insert` and `finish` read the table `model` (id, created, ended, kind,
// tenant, operation, code), whose kinds are words of End.
struct Shape {
  std::string name;
  std::string setup;
  std::string insert;  // "INSERT INTO … SELECT … FROM model m WHERE …", to be followed by " AND …"
  std::string remove;  // "DELETE FROM … WHERE …", to be followed by " IN (SELECT id …)"
  std::string reads;   // the name of the table
  tables::Profile profile;
  Duration unit{1};                                 // rounded down to
  bool dates_success = true, dates_failure = true;  // else they count where they were made
  bool has_failures = true, has_unknown = true;
};

std::vector<Shape> shapes();

// A history between two times: bursts and quiet, quick and slow, some never finished.
std::vector<Event> history(Random& random, int first_id, int rows, Timestamp from, Timestamp to);

void fill(RawConnection& raw, const Shape& shape, const std::vector<Event>& events);

// What a chart of them must say: by metric, group and step.
class Answer {
 public:
  Answer(const Shape& shape, const std::vector<Event>& events, const metrics::Request& request);
  double at(const std::string& metric, const std::optional<std::string>& group, std::size_t step) const;
  double took(std::size_t step, std::size_t bound) const;
  double sum(const std::string& metric, const std::string& group) const;
  std::vector<std::string> groups() const;
  std::optional<Timestamp> oldest() const { return oldest_; }

 private:
  std::map<std::tuple<std::string, std::string, std::int64_t>, double> counts_;
  std::map<std::pair<std::int64_t, std::size_t>, double> took_;
  std::optional<Timestamp> oldest_;
};

}  // namespace onceover::test::ledger

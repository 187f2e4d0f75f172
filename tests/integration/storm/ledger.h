// SPDX-License-Identifier: Apache-2.0
// The ledger of one executor slot: what its clients sent and were told, one line each, written by one write()
// with O_APPEND before the process goes on. It outlives every process that writes it, and owes nothing to the
// store.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace onceover::test::storm {

enum class Said : char {
  began = 'B',      // a client has a request with this key, and keeps asking until it is answered
  claimed = 'C',    // by lease, under `fence`
  sent = 'S',       // about to ask the gateway for the effect
  got = 'G',        // text: what the gateway answered, "201 captured", "none"
  done = 'D',       // a completion under `fence` was reported as written; text: state and digest
  lost = 'L',       // a completion under `fence` was reported as lost
  released = 'F',   // a release under `fence` was reported as written
  failed = 'E',     // an error; text: what was tried, and the error's kind
  replayed = 'R',   // the client was given a stored answer; text: its digest
  handed_on = 'H',  // no answer: the key needs a person
  broken = 'X',     // what no client may see; text: what
};

struct Line {
  Said said = Said::began;
  std::int64_t number = 0;
  std::int64_t fence = 0;
  std::string text;
};

class LedgerFile {
 public:
  explicit LedgerFile(const std::string& path);  // throws
  ~LedgerFile();
  LedgerFile(const LedgerFile&) = delete;
  LedgerFile& operator=(const LedgerFile&) = delete;
  void write(const Line& line) const;

 private:
  int file_;
};

// Every whole line; none where there is no file. A line that cannot be read is an error: throws.
void read_ledger(const std::string& path, const std::function<void(const Line&)>& each);

// A number that processes draw one after the other: the file is mapped, so that no death loses or repeats
// one.
class Dispenser {
 public:
  explicit Dispenser(const std::string& path);  // throws
  ~Dispenser();
  Dispenser(const Dispenser&) = delete;
  Dispenser& operator=(const Dispenser&) = delete;
  std::int64_t draw();
  std::int64_t drawn() const;

 private:
  void* mapped_;
};

}  // namespace onceover::test::storm

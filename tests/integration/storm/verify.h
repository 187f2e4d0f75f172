// SPDX-License-Identifier: Apache-2.0
// One store after the storm: the ledgers of its clients, the gateway's books, the log of its rows, its trail
// and its counters, compared.
#pragma once

#include "app/try/gateway_server.h"
#include "tests/integration/storm/director.h"
#include "tests/integration/storm/scene.h"

namespace onceover::test::storm {

struct SettledStore {
  StoreKind kind;
  std::string conninfo;
  std::vector<std::string> ledgers;  // of its executors
  std::string numbers;               // how many keys were drawn
  int planted = 0;                   // finished keys for the reaper
};

// Adds to the figures and to what is broken. Nobody else uses the store.
void verify_store(const SettledStore& store, const try_it::Ledger& gateway, StormResult& result);

}  // namespace onceover::test::storm

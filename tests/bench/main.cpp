// SPDX-License-Identifier: Apache-2.0
// bench NAME [options], or bench small NAME: that benchmark, only to show that it still works.
#include <fmt/format.h>

#include <exception>
#include <vector>

#include "tests/bench/common.h"

namespace onceover::bench {
namespace {

struct Entry {
  const char *name, *what, *small;
  void (*declare)(CLI::App& app);
};

std::vector<Entry>& entries() {
  static std::vector<Entry> all;
  return all;
}

int main_of(int argc, char** argv) {
  CLI::App app{
      "Benchmarks, each on a private server of its own; tests/bench/README.md says what they measure.",
      "bench"};
  app.require_subcommand(1);
  for (const Entry& entry : entries()) entry.declare(*app.add_subcommand(entry.name, entry.what));
  auto* small =
      app.add_subcommand("small", "Runs one in a few seconds: its figures mean nothing, but that it works");
  for (const Entry& entry : entries()) {
    small->add_subcommand(entry.name, entry.what)->callback([&app, &entry] {
      app.clear();
      app.parse(fmt::format("{} {}", entry.name, entry.small));
    });
  }
  small->require_subcommand(1);
  try {
    CLI11_PARSE(app, argc, argv);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}

}  // namespace

Benchmark::Benchmark(const char* name, const char* what, const char* small, void (*declare)(CLI::App& app)) {
  entries().push_back({name, what, small, declare});
}

}  // namespace onceover::bench

int main(int argc, char** argv) { return onceover::bench::main_of(argc, argv); }

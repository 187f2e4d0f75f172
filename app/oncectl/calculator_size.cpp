#include <fmt/format.h>

#include "app/oncectl/calculator.h"
#include "core/base/text.h"
#include "core/calculator/schedule.h"
#include "core/calculator/sizing.h"
#include "core/calculator/window.h"

namespace onceover::oncectl {
namespace {

struct SizeOptions {
  calculator::SizingInput input{.row = {.heap_bytes = 150}};
  std::vector<std::string> indexes;
  std::optional<Duration> checkpoint = std::chrono::minutes(5), longest_retry, gateway_window;
  Duration manual{};
  bool not_hot = false;
  CLI::Option* longest_retry_given = nullptr;  // none is an answer, too
};

// NAME:BYTES[:FILL[:SHARE]]
std::optional<calculator::IndexShape> parse_index(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 4 || parts[0].empty()) return std::nullopt;
  calculator::IndexShape out;
  out.name = parts[0];
  double* const numbers[] = {&out.entry_bytes, &out.fill, &out.rows};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto number = parse_number<double>(parts[i]);
    if (!number) return std::nullopt;
    *numbers[i - 1] = *number;
  }
  return out;
}

Outcome size_planned(Context& context, const SizeOptions& given) {
  SizeOptions o = given;
  o.input.hot = !o.not_hot;
  o.input.checkpoint = o.checkpoint.value_or(Duration::zero());
  for (const std::string& text : o.indexes) {
    auto index = parse_index(text);
    if (!index || !is_utf8(index->name)) return usage(fmt::format("--index: \"{}\" is not NAME:BYTES[:FILL[:SHARE]].", visible(text)));
    o.input.row.indexes.push_back(std::move(*index));
  }
  const auto sizing = calculator::size_table(o.input).value();
  std::optional<calculator::WindowVerdict> verdict;
  const bool longest_is_given = o.longest_retry_given->count() > 0;
  if (longest_is_given || o.manual > Duration::zero()) {
    const calculator::RetryHorizon horizon{longest_is_given ? o.longest_retry : Duration::zero(), o.manual};
    verdict = calculator::judge_window(o.input.window, horizon, o.gateway_window);
  }
  const bool too_short = verdict && verdict->fit == calculator::WindowFit::too_short;
  Json window{{"window_ms", json_ms(o.input.window)}, {"fit", nullptr}, {"gateway_fit", nullptr}, {"words", Json::array()}};
  std::string text = figures_text(sizing.figures());
  if (verdict) {
    window["fit"] = calculator::word(verdict->fit);
    if (verdict->gateway) window["gateway_fit"] = calculator::word(*verdict->gateway);
    window["words"] = verdict->words;
    for (const std::string& line : verdict->words) text += line + '\n';
  }
  for (const std::string& line : sizing.remarks) text += line + '\n';
  context.out().say({{"figures", json_list(sizing.figures(), json_figure)}, {"remarks", sizing.remarks}, {"window", std::move(window)}},
                    text);
  return too_short ? Exit::unsettled : Exit::done;
}

void declare_size(CLI::App& command, SizeOptions& o) {
  declare_rate(command, o.input.per_second, o.input.by_hour, "Claims of new keys");
  add_duration(command, "--window", o.input.window, "How long finished keys are kept: 1d unless given");
  command.add_option("--heap-bytes", o.input.row.heap_bytes, "Of a row with its header (pgstattuple: tuple_len / tuple_count)")
      ->capture_default_str();
  command.add_option("--toast-bytes", o.input.row.toast_bytes, "Bytes of a row out of line, on average")->capture_default_str();
  command
      .add_option(
          "--index", o.indexes,
          "An index: bytes of an entry with its header, how full its leaves are (0.7), share of the rows in it (1); may be given again")
      ->type_name("NAME:BYTES[:FILL[:SHARE]]")
      ->allow_extra_args(false);
  command.add_option("--fillfactor", o.input.fillfactor, "Of the table")->capture_default_str();
  command.add_option("--updates", o.input.updates, "Updates of each key: finishing it, renewing its lease")->capture_default_str();
  command.add_flag("--not-hot", o.not_hot, "An index names what the updates change");
  command.add_option("--vacuum-scale", o.input.vacuum_scale, "autovacuum_vacuum_scale_factor")->capture_default_str();
  declare_costs(command, o.checkpoint, o.input.price, o.input.currency);
  o.longest_retry_given = add_bound(command, "--longest-retry", o.longest_retry,
                                    "How long clients retry by themselves, to judge the window by (see calculator schedule)");
  add_duration(command, "--manual", o.manual, "How long afterwards a person or a batch may try again");
  add_bound(command, "--gateway-window", o.gateway_window, "How long the gateway dedupes by our key");
  command.footer(
      "When: before the window is chosen. Rows, heap, indexes, WAL, dead rows and money of a table of keys, each with its sum; and\n"
      "whether the window is long enough. Exit code 5 where it is not.\n"
      "  oncectl calculator size --rate 200 --window 3d --heap-bytes 160 --index keys_pkey:64 --longest-retry 10m --manual 1d\n"
      "  oncectl calculator size --rate 10000 --heap-bytes 508 --price 0.12 --currency EUR");
}

}  // namespace

void add_calculator_size(Program& program, CLI::App& calculator) {
  add_command<SizeOptions>(program, calculator, "size",
                           "What a table of keys grows to under a window, and whether the window is long enough", size_planned,
                           declare_size);
}

}  // namespace onceover::oncectl

// SPDX-License-Identifier: Apache-2.0
// The rule about what a verb may write, as a table: what the rows of each state hold, what is written, and
// the verdict with its reason.
#include "core/tables/detect/signature.h"

#include <gmock/gmock.h>

#include <functional>
#include <ostream>

namespace onceover::browse {

using tables::complete;
using tables::Verdict;
using tables::verdict_on;
namespace {

using key::State;
using tables::Assignment;
using tables::ColumnFacts;
using tables::Profile;
using tables::TableFacts;
using tables::TimeForm;
using tables::Verb;
using tables::Write;
using testing::HasSubstr;
using Is = Verdict::Is;
using Type = ColumnFacts::Type;
using Value = Assignment::Value;

using Cell = std::optional<std::string>;
// Of a row: its word, and its number among those of the word.
using Cells = std::function<Cell(const std::string& word, int n)>;

std::string minute(int n) {
  const auto two = [](int of) { return (of < 10 ? "0" : "") + std::to_string(of); };
  return "2026-08-" + two(1 + n / 1440 % 28) + " " + two(n / 60 % 24) + ":" + two(n % 60) + ":00+00";
}

// Jobs: rows that wait, rows that a worker has, finished and failed ones.
struct Table {
  int waiting = 40, running = 10, done = 60, failed = 40;
  TableFacts facts;

  Table& column(const std::string& name, Type type, const Cells& cells, bool not_null = false) {
    ColumnFacts& c = facts.columns.emplace_back();
    c.name = name;
    c.type = type;
    c.not_null = not_null;
    const std::pair<const char*, int> groups[] = {
        {"waiting", waiting}, {"running", running}, {"done", done}, {"failed", failed}};
    for (const auto& [word, rows] : groups) {
      for (int n = 0; n < rows; ++n) {
        c.sample.push_back(cells(word, n));
        const Cell& cell = c.sample.back();
        if (cell && std::ranges::find(c.values, *cell) == c.values.end()) c.values.push_back(*cell);
      }
    }
    return *this;
  }
  Table& jobs() {
    column(
        "id", Type::integer, [](const std::string& word, int n) { return Cell(word + std::to_string(n)); },
        true);
    column(
        "status", Type::text, [](const std::string& word, int) { return Cell(word); }, true);
    column(
        "created_at", Type::timestamptz, [](const std::string&, int n) { return Cell(minute(n * 7)); }, true);
    column("worker", Type::text,
           [](const std::string& word, int) { return word == "running" ? Cell("w1") : Cell(); });
    column("tries", Type::integer, [](const std::string&, int n) { return Cell(std::to_string(n % 3)); });
    return column("ended_at", Type::timestamptz, [](const std::string& word, int n) {
      return word == "done" || word == "failed" ? Cell(minute(n * 7 + 2)) : Cell();
    });
  }
};

Cells in(const std::string& word, Cell value, Cell otherwise = {}) {
  return [=](const std::string& row, int) { return row == word ? value : otherwise; };
}
// A value of its own in each row that has one.
Cells own_in(std::initializer_list<std::string> words, const std::string& prefix) {
  return [words = std::vector<std::string>(words), prefix](const std::string& row, int n) {
    return std::ranges::find(words, row) == words.end() ? Cell() : Cell(prefix + row + std::to_string(n));
  };
}
Cells time_in(std::initializer_list<std::string> words) {
  return [words = std::vector<std::string>(words)](const std::string& row, int n) {
    return std::ranges::find(words, row) == words.end() ? Cell() : Cell(minute(n * 7 + 1));
  };
}

Profile jobs_profile() {
  const auto rule = [](const std::string& word, State state) {
    return tables::StateRule{
        .when = {{.column = "status", .is = tables::Condition::Is::one_of, .values = {word}}},
        .state = state,
        .word = word};
  };
  return {.name = "jobs",
          .kind = tables::Kind::queue,
          .schema = "public",
          .table = "jobs",
          .identity = {"id"},
          .key = "id",
          .states = {.column = "status",
                     .rules = {rule("waiting", State::in_progress), rule("running", State::in_progress),
                               rule("done", State::succeeded), rule("failed", State::failed)}},
          .created_at = {.column = "created_at"},
          .completed_at = {.column = "ended_at"},
          .attempts = {"tries"},
          .owner = "worker"};
}

Assignment text(const std::string& column, const std::string& value) {
  return {.column = column, .text = value};
}
Assignment as(const std::string& column, Value value) { return {.column = column, .value = value}; }

const std::vector<Assignment> succeed{text("status", "done"), as("worker", Value::null),
                                      as("ended_at", Value::now)};
const std::vector<Assignment> fails{text("status", "failed"), as("worker", Value::null),
                                    as("ended_at", Value::now)};
const std::vector<Assignment> release{text("status", "waiting"), as("worker", Value::null)};
const std::vector<Assignment> requeue{text("status", "waiting"), as("ended_at", Value::null)};

struct Case {
  std::string name;
  Verb verb = Verb::succeed;
  std::vector<Assignment> set;
  std::function<void(Table&)> table;
  Is is = Is::offered;
  std::string says;  // part of the sentence
  std::function<void(Profile&, Write&)> also = [](Profile&, Write&) {};
};
std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

std::vector<Assignment> with(std::vector<Assignment> set, Assignment one) {
  set.push_back(std::move(one));
  return set;
}

std::vector<Case> cases() {
  const auto plain = [](Table& t) { t.jobs(); };
  const auto also = [](const char* name, Type type, Cells cells) {
    return [=](Table& t) { t.jobs().column(name, type, cells); };
  };
  const auto rows = [](int Table::*of, int n) {
    return [=](Table& t) {
      t.*of = n;
      t.jobs();
    };
  };
  const auto declared = [](Profile&, Write& write) { write.declared = true; };
  return {
      {"like_the_services_own", Verb::succeed, succeed, plain, Is::offered,
       "rehearsed on 10 rows; the result is like 60 of 60 finished rows"},
      {"a_start_that_waiting_rows_lack", Verb::succeed, succeed,
       also("started_by", Type::text, own_in({"running", "done"}, "w:")), Is::withheld,
       "every finished row has a value in \"started_by\", and rows that wait for a worker have none: "
       "the write needs guard = [{ column = \"started_by\", is = \"not null\" }]"},
      {"a_start_that_waiting_rows_lack_and_a_guard", Verb::succeed, succeed,
       also("started_by", Type::text, own_in({"running", "done"}, "w:")), Is::offered, "like 60 of 60",
       [](Profile&, Write& write) { write.guard = {{.column = "started_by"}}; }},
      {"a_start_that_some_of_the_held_rows_lack", Verb::succeed, succeed,
       also("started_at", Type::timestamptz,
            [](const std::string& word, int n) {
              return word == "done" || (word == "running" && n > 3) ? Cell(minute(n * 7 + n % 2)) : Cell();
            }),
       Is::withheld, "the write needs guard = [{ column = \"started_at\", is = \"not null\" }]"},
      {"a_start_of_work_that_is_short", Verb::succeed, succeed,
       [](Table& t) {
         t.jobs();
         ColumnFacts& ended = t.facts.columns.back();
         for (int n = 0; n < t.done; ++n)
           ended.sample[static_cast<std::size_t>(t.waiting + t.running + n)] = minute(n * 7 + 2 + n % 4);
         t.column("started_at", Type::timestamptz, [](const std::string& word, int n) {
           return word == "done"      ? Cell(minute(n * 7 + 2 + n % 4))
                  : word == "running" ? Cell(minute(n * 7))
                                      : Cell();
         });
       },
       Is::offered, "like 60 of 60",
       [](Profile&, Write& write) { write.guard = {{.column = "started_at"}}; }},
      {"a_lock_that_is_a_number", Verb::succeed, succeed,
       also("locked", Type::integer, in("running", Cell("1"), Cell("0"))), Is::withheld,
       "every finished row has \"0\" in \"locked\""},
      {"a_state_within_a_text", Verb::succeed, succeed,
       also("body", Type::text,
            [](const std::string& word, int n) {
              return Cell(R"({"n": )" + std::to_string(n) + R"(, "status": ")" + word + "\"}");
            }),
       Is::withheld, "every finished row has status \"done\" in \"body\""},
      {"a_revision_of_the_row", Verb::succeed, succeed,
       also("job_version", Type::integer,
            [](const std::string& word, int n) {
              return Cell(std::to_string((word == "done" ? 4 : 2) + n % 2));
            }),
       Is::withheld, "\"job_version\" counts the changes of a row"},
      {"work_that_was_never_tried", Verb::succeed, succeed,
       [](Table& t) {
         t.jobs();
         for (ColumnFacts& c : t.facts.columns) {
           if (c.name != "tries") continue;
           for (int row = 0; row < t.waiting + t.running + t.done; ++row)
             c.sample[static_cast<std::size_t>(row)] = row < t.waiting + 3 ? "0" : "1";
         }
       },
       Is::withheld, "every finished row was tried, and rows that were not have 0 in \"tries\""},
      {"the_version_of_something_else", Verb::succeed, succeed,
       also("aggregate_version", Type::integer,
            [](const std::string& word, int n) {
              return Cell(std::to_string(1 + n % (word == "done" ? 4 : 2)));
            }),
       Is::offered, "like 60 of 60"},
      {"a_counter_that_counts_at_the_end", Verb::succeed, succeed,
       [](Table& t) {
         t.jobs();
         for (ColumnFacts& c : t.facts.columns) {
           if (c.name != "tries") continue;
           for (int row = 0; row < t.waiting + t.running + t.done; ++row)
             c.sample[static_cast<std::size_t>(row)] = row < t.waiting + t.running ? "0" : "1";
         }
       },
       Is::withheld, "none that this is for: \"tries\" counts up at the end"},
      {"what_an_earlier_attempt_left_in_a_row_that_waits", Verb::succeed, succeed,
       also("next_retry_at", Type::timestamptz,
            [](const std::string& word, int n) {
              return word == "waiting" && n % 2 == 0 ? Cell(minute(n * 7 + 30)) : Cell();
            }),
       Is::withheld, "no finished row has a value in \"next_retry_at\""},
      {"work_that_runs_again", Verb::succeed, succeed,
       also("interval", Type::integer, in("waiting", Cell("86400"))), Is::withheld,
       "no finished row has a value in \"interval\", and rows that have one run again: "
       "the write needs guard = [{ column = \"interval\", is = \"null\" }]"},
      {"work_that_runs_again_and_a_guard", Verb::succeed, succeed,
       also("interval", Type::integer, in("waiting", Cell("86400"))), Is::offered, "like 60 of 60",
       [](Profile&, Write& write) {
         write.guard = {{.column = "interval", .is = tables::Condition::Is::null}};
       }},
      {"a_result_that_every_finished_row_has", Verb::succeed, succeed,
       also("result", Type::text, own_in({"done"}, "r:")), Is::withheld,
       "every finished row has a value in \"result\"; this write would leave it empty."},
      {"a_result_of_the_owners_is_one", Verb::succeed, with(succeed, text("result", "by hand")),
       also("result", Type::text, own_in({"done"}, "r:")), Is::offered, "like 60 of 60"},
      {"a_declaration_does_not_help_where_rows_contradict", Verb::succeed, succeed,
       also("result", Type::text, own_in({"done"}, "r:")), Is::withheld, "this write would leave it empty",
       declared},
      {"a_second_state_column", Verb::succeed, succeed,
       also("state_code", Type::integer,
            [](const std::string& word, int) {
              return Cell(word == "waiting" ? "0" : word == "running" ? "2" : "3");
            }),
       Is::withheld, "every finished row has \"3\" in \"state_code\"; this write would leave \"2\""},
      {"a_second_state_column_that_is_written", Verb::succeed, with(succeed, text("state_code", "3")),
       also("state_code", Type::integer, in("running", "2", "3")), Is::offered, ""},
      {"a_value_that_no_finished_row_has", Verb::succeed, with(succeed, text("state_code", "4")),
       also("state_code", Type::integer, in("running", "2", "3")), Is::withheld,
       "no finished row has \"4\" in \"state_code\""},
      {"nearly_always_is_enough", Verb::succeed, succeed,
       also("state_code", Type::integer,
            [](const std::string& word, int n) { return Cell(word != "done" ? "2"
                                                             : n == 7       ? "5"
                                                                            : "3"); }),
       Is::withheld, "every finished row has \"3\" in \"state_code\""},
      {"nine_of_ten_are_not", Verb::succeed, succeed,
       also("state_code", Type::integer,
            [](const std::string& word, int n) {
              return Cell(word != "done" ? "2" : n % 10 == 7 ? "5" : "3");
            }),
       Is::offered, ""},
      {"a_column_that_does_not_follow_the_state", Verb::succeed, succeed,
       also("region", Type::text, [](const std::string&, int n) { return Cell(n % 2 == 0 ? "eu" : "us"); }),
       Is::offered, ""},
      {"another_worker_writes_it_later", Verb::succeed, succeed,
       also("billed", Type::text,
            [](const std::string& word, int n) {
              return word == "done" && n < 57 ? Cell("b" + std::to_string(n)) : Cell();
            }),
       Is::offered, ""},
      {"the_oldest_lack_it_by_chance", Verb::succeed, succeed,
       also("billed", Type::text,
            [](const std::string& word, int n) {
              return word == "done" && n > 2 ? Cell("b" + std::to_string(n)) : Cell();
            }),
       Is::withheld, "\"billed\""},
      {"a_plan_that_finished_rows_have_not", Verb::succeed, succeed,
       also("next_try_at", Type::timestamptz, time_in({"running", "waiting"})), Is::withheld,
       "no finished row has a value in \"next_try_at\"; this write would leave one"},
      {"a_write_that_empties", Verb::succeed, with(succeed, as("input", Value::null)),
       also("input", Type::text, own_in({"waiting", "running", "done", "failed"}, "i:")), Is::withheld,
       "every finished row has a value in \"input\"; this write would empty it"},
      {"a_write_of_what_none_has", Verb::fail, with(fails, as("response", Value::body)),
       also("response", Type::text, in("done", "ok")), Is::withheld,
       "no failed row has a value in \"response\"; this write would set one"},
      {"a_name_that_all_finished_rows_share", Verb::succeed, succeed,
       also("approved_by", Type::text, in("done", "j.smith")), Is::withheld,
       "every finished row has a value in \"approved_by\" that does not follow from the row."},
      {"a_name_that_its_owner_gives", Verb::succeed, with(succeed, text("approved_by", "a.jones")),
       also("approved_by", Type::text,
            [](const std::string& word, int n) {
              return word == "done" ? Cell(n % 2 == 0 ? "a.jones" : "j.smith") : Cell();
            }),
       Is::offered, ""},
      {"a_length_that_all_finished_rows_share", Verb::succeed, succeed,
       also("duration_seconds", Type::numeric, in("done", "18")), Is::withheld,
       "\"duration_seconds\" that does not follow"},
      {"another_count_that_all_finished_rows_share", Verb::succeed, succeed,
       also("read_ct", Type::integer, in("done", "1", "900")), Is::withheld,
       "\"read_ct\" that does not follow"},
      {"a_text_that_was_composed", Verb::succeed, succeed,
       also("summary", Type::text, in("done", "12 aliases have been imported")), Is::withheld,
       "\"summary\" that does not follow"},
      {"counters_count", Verb::succeed, succeed, also("tries", Type::integer, in("done", "1", "0")),
       Is::offered, ""},
      {"a_flag_that_some_have_the_other_way", Verb::succeed, succeed,
       also("ready", Type::boolean,
            [](const std::string& word, int n) {
              return Cell(word == "running" && n == 0 ? "true" : "false");
            }),
       Is::withheld, "every finished row has \"false\" in \"ready\""},
      {"few_rows", Verb::fail, fails, rows(&Table::failed, 5), Is::not_rehearsed,
       "not rehearsed: 5 rows. 30 failed rows are needed"},
      {"few_rows_and_the_owners_word", Verb::fail, fails, rows(&Table::failed, 5), Is::offered,
       "declared by the owner", declared},
      {"no_row_yet_and_the_owners_word", Verb::fail, fails, rows(&Table::failed, 0), Is::offered,
       "declared by the owner", declared},
      {"no_row_to_try_it_on", Verb::succeed, succeed,
       [](Table& t) {
         t.running = t.waiting = 0;
         t.jobs();
       },
       Is::not_rehearsed, "not rehearsed: 0 rows."},
      {"few_rows_show_what_they_can", Verb::fail, fails,
       [](Table& t) {
         t.failed = 5;
         t.jobs().column("state_code", Type::integer, in("running", "2", "3"));
       },
       Is::not_rehearsed, "every failed row has \"3\" in \"state_code\"; this write would leave \"2\""},
      {"given_back", Verb::release, release, plain, Is::offered,
       "rehearsed on 10 rows; the result is like 40 of 40 waiting rows"},
      {"given_back_with_its_start", Verb::release, release,
       also("started_at", Type::timestamptz, time_in({"running", "done", "failed"})), Is::withheld,
       "no waiting row has a value in \"started_at\""},
      {"a_sent_time", Verb::release, release,
       also("sent_at", Type::timestamptz, time_in({"running", "done"})), Is::withheld,
       "\"sent_at\" in 10 of 10"},
      {"a_submission_that_only_some_have", Verb::release, release,
       also("submitted_at", Type::timestamptz,
            [](const std::string& word, int n) {
              return word == "done" || (word == "running" && n < 3) ? Cell(minute(n)) : Cell();
            }),
       Is::withheld, "\"submitted_at\" in 3 of 10"},
      {"a_network_reference", Verb::release, release,
       also("tx_hash", Type::text, own_in({"running", "done"}, "0x")), Is::withheld,
       "the request may have been sent"},
      {"an_external_id_of_failed_rows", Verb::requeue, requeue,
       also("provider_ref", Type::uuid, own_in({"failed", "done"}, "p")), Is::withheld,
       "Set gateway_deduplicates"},
      {"a_submission_of_failed_rows_where_the_first_attempt_counts", Verb::requeue, requeue,
       [](Table& t) {
         t.jobs();
         for (Cell& cell : t.facts.columns[4].sample) cell = std::to_string(1 + std::stoi(*cell));
         const auto sent = own_in({"done", "failed"}, "pi_");
         t.column("payment_intent", Type::text, [=](const std::string& word, int n) {
           // of a retry
           return word == "waiting" && n % 3 != 0 ? Cell("pi_again" + std::to_string(n)) : sent(word, n);
         });
       },
       Is::withheld, "\"payment_intent\" in 40 of 40"},
      {"a_signature_in_bytes", Verb::requeue, requeue,
       also("signature", Type::bytes, own_in({"failed", "done"}, "\\x")), Is::withheld, "\"signature\""},
      {"a_submission_that_the_write_would_forget", Verb::release, with(release, as("tx_hash", Value::null)),
       also("tx_hash", Type::text, own_in({"running", "done"}, "0x")), Is::withheld,
       "\"tx_hash\" in 10 of 10"},
      {"a_reference_that_is_never_null", Verb::release, release,
       also("tx_hash", Type::text,
            [](const std::string& word, int n) {
              return Cell(word == "running" || word == "done" ? "0x" + word + std::to_string(n) : "");
            }),
       Is::withheld, "\"tx_hash\" in 10 of 10"},
      {"a_result_that_is_never_null", Verb::succeed, succeed,
       also("result", Type::text,
            [](const std::string& word, int n) {
              return Cell(word == "done" ? "r" + std::to_string(n) : "");
            }),
       Is::withheld, "every finished row has a value in \"result\""},
      {"a_declaration_does_not_hide_a_submission", Verb::release, release,
       also("tx_hash", Type::text, own_in({"running", "done"}, "0x")), Is::withheld, "tx_hash", declared},
      {"a_gateway_that_knows_repeats", Verb::release, with(release, as("tx_hash", Value::null)),
       also("tx_hash", Type::text, own_in({"running", "done"}, "0x")), Is::offered, "",
       [](Profile& p, Write&) { p.gateway_deduplicates = true; }},
      {"a_gateways_reference_that_waiting_rows_have_too", Verb::requeue, requeue,
       also("gateway_transaction_id", Type::text, own_in({"waiting", "running", "done", "failed"}, "XP")),
       Is::withheld, "\"gateway_transaction_id\" in 40 of 40"},
      {"a_callers_reference_that_waiting_rows_have_too", Verb::requeue, requeue,
       also("order_reference", Type::text, own_in({"waiting", "running", "done", "failed"}, "o")),
       Is::offered, ""},
      {"a_plan_that_a_few_finished_rows_kept", Verb::succeed, succeed,
       also("next_try_at", Type::timestamptz,
            [](const std::string& word, int n) {
              return word == "done" && n % 15 == 0 ? Cell(minute(n * 7 + 11)) : Cell();
            }),
       Is::offered, "rehearsed on 10 rows"},
      {"a_flag_that_few_failed_rows_share_by_chance", Verb::fail, fails,
       [](Table& t) {
         t.failed = 5;
         t.jobs().column("inflight", Type::boolean, [](const std::string& word, int n) {
           return Cell(word != "failed" && n % 10 == 0 ? "true" : "false");
         });
       },
       Is::not_rehearsed, "5 rows. 30 failed rows are needed to compare with. Compare"},
      {"a_key_that_few_rows_have", Verb::release, release,
       also("singleton", Type::text,
            [](const std::string& word, int n) {
              return word != "waiting" && n == 1 ? Cell("only-" + word) : Cell();
            }),
       Is::offered, ""},
      {"queued_again", Verb::requeue, requeue, plain, Is::offered, "rehearsed on 40 rows"},
      {"an_error_that_stays", Verb::requeue, requeue, also("error", Type::text, own_in({"failed"}, "boom ")),
       Is::withheld, "no waiting row has a value in \"error\"",
       [](Profile& p, Write&) { p.error.column = "error"; }},
      {"a_deletion_leaves_nothing_to_compare",
       Verb::discard,
       {},
       plain,
       Is::offered,
       "",
       [](Profile&, Write& write) { write.deletes = true; }},
      {"a_row_that_is_deleted_softly_is_not_deleted_for_good",
       Verb::discard,
       {},
       plain,
       Is::withheld,
       "rows are deleted softly (\"deleted_at\")",
       [](Profile& p, Write& write) {
         write.deletes = true;
         p.set_aside = {{.column = "deleted_at"}};
       }},
      {"a_deletion_for_good_is_declared",
       Verb::discard,
       {},
       plain,
       Is::offered,
       "",
       [](Profile& p, Write& write) {
         write.deletes = write.declared = true;
         p.set_aside = {{.column = "deleted_at"}};
       }},
      {"a_word_that_sets_aside_is_no_soft_deletion",
       Verb::discard,
       {},
       plain,
       Is::offered,
       "",
       [](Profile& p, Write& write) {
         write.deletes = true;
         p.set_aside = {{.column = p.states.column, .is = tables::Condition::Is::one_of, .values = {"gone"}}};
       }},
  };
}

class Signature : public testing::TestWithParam<Case> {};

TEST_P(Signature, IsWhatTheWriteMustLeave) {
  const Case& one = GetParam();
  Table table;
  one.table(table);
  Profile p = jobs_profile();
  Write write{.set = one.set};
  one.also(p, write);
  const Verdict verdict = verdict_on(p, table.facts, one.verb, write);
  EXPECT_EQ(verdict.is, one.is) << verdict.sentence();
  EXPECT_THAT(verdict.sentence(), HasSubstr(one.says));
}

INSTANTIATE_TEST_SUITE_P(Rule, Signature, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

Write completed(const std::vector<Assignment>& set, Verb verb, Table& table,
                const Profile& p = jobs_profile()) {
  Write write{.set = set};
  EXPECT_EQ(complete(p, table.facts, verb, write).is, Is::offered)
      << verdict_on(p, table.facts, verb, write).sentence();
  return write;
}

TEST(Completed, TakesOverWhatFollowsTheState) {
  Table table;
  table.jobs().column("state_code", Type::integer, in("running", "2", "3"));
  table.column("next_try_at", Type::timestamptz, time_in({"running"}));
  table.column("closed_at", Type::timestamptz, [](const std::string& word, int n) {
    return word == "done" ? Cell(minute(n * 7 + 2)) : Cell();
  });
  const Write write = completed(succeed, Verb::succeed, table);
  EXPECT_EQ(std::vector<Assignment>(write.set.begin() + 3, write.set.end()),
            (std::vector<Assignment>{text("state_code", "3"), as("next_try_at", Value::null),
                                     as("closed_at", Value::now)}));
}

TEST(Completed, WritesNoTimeInAZoneThatIsNotKnown) {
  Table table;
  table.jobs().column("closed_at", Type::timestamp, [](const std::string& word, int n) {
    return word == "done" ? Cell(minute(n * 7 + 2).substr(0, 19)) : Cell();
  });
  Profile p = jobs_profile();
  p.updated_at = {
      .column = "closed_at", .form = TimeForm::timestamp, .zone = std::string(tables::unknown_zone)};
  EXPECT_FALSE(now_in(p, table.facts, "closed_at"));
  p.updated_at = {};
  p.expires_at = {
      .column = "closed_at", .form = TimeForm::timestamp, .zone = std::string(tables::unknown_zone)};
  Write write{.set = succeed};
  const Verdict verdict = complete(p, table.facts, Verb::succeed, write);
  EXPECT_EQ(verdict.is, Is::withheld);
  EXPECT_THAT(verdict.sentence(), HasSubstr("every finished row has a value in \"closed_at\""));
}

TEST(Completed, FollowsAFewRowsInWhatTheyLeaveEmptyAndInNothingElse) {
  Table table;
  table.failed = 5;
  table.jobs().column("state_code", Type::integer, in("running", "2", "3"));
  table.column("locked_at", Type::timestamptz, time_in({"running"}));
  Profile p = jobs_profile();
  p.lease = {
      .form = tables::Lease::Form::since, .at = {.column = "locked_at"}, .length = std::chrono::minutes(1)};
  Write write{.set = fails};
  EXPECT_EQ(complete(p, table.facts, Verb::fail, write).is, Is::not_rehearsed);
  EXPECT_EQ(write.set.back(), as("locked_at", Value::null));
  EXPECT_EQ(write.set.size(), fails.size() + 1);
}

// Only the service's code shows what it does besides the row.
TEST(Verdicts, AreWithheldWhereNoRowShowsThatWorkIsDoneTwice) {
  const auto with = [](const char* tries, bool declared) {
    Table table;
    table.jobs().column("runs", Type::integer, in("running", tries, tries));
    Profile p = jobs_profile();
    p.attempts = {"runs"};
    Write write{.set = release, .declared = declared};
    return complete(p, table.facts, Verb::release, write);
  };
  EXPECT_EQ(with("0", false).is, Is::withheld);
  EXPECT_THAT(with("0", false).sentence(),
              HasSubstr("no row shows that the service runs work a second time"));
  EXPECT_EQ(with("0", true).is, Is::offered);
  EXPECT_EQ(with("1", false).is, Is::offered);
}

TEST(Verdicts, AreWithheldWhereTheServiceBooksMoneyElsewhere) {
  const auto with = [](const char* name, bool declared) {
    Table table;
    table.jobs().column(
        name, Type::numeric, [](const std::string&, int n) { return Cell(std::to_string(n) + ".5"); }, true);
    Write write{.set = succeed, .declared = declared};
    return complete(jobs_profile(), table.facts, Verb::succeed, write);
  };
  EXPECT_EQ(with("amount", false).is, Is::withheld);
  EXPECT_THAT(with("amount", false).sentence(), HasSubstr("which the service books elsewhere"));
  EXPECT_EQ(with("amount", true).is, Is::offered);
  EXPECT_EQ(with("progress", false).is, Is::offered);
}

// Some services keep a number or an early time where others keep NULL.
TEST(Completed, TakesOverTheValueThatMeansNone) {
  const auto claims = [](const char* none) {
    return [none](const std::string& word, int n) {
      return Cell(word == "waiting" ? none : "90" + std::to_string(n));
    };
  };
  for (const char* none : {"0", "", "0001-01-01 00:00:00"}) {
    Table table;
    table.waiting = 22;
    table.jobs().column("claim_id", Type::text, claims(none), true);
    Write write{.set = release};
    EXPECT_EQ(complete(jobs_profile(), table.facts, Verb::release, write).is, Is::not_rehearsed);
    EXPECT_EQ(write.set.back(), text("claim_id", none));
  }
}

}  // namespace
}  // namespace onceover::browse

// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "core/tables/detect/kind.h"

namespace onceover::tables {
namespace {

using Those = const std::vector<Column>&;

constexpr std::size_t least_rows = 12, most_words = 12;

bool is_object(std::string_view v) { return v.starts_with('{') && v.ends_with('}'); }

// A state as a word, a code or a flag: rows of one of its few values have a time that rows of another lack.
bool changes_with(const Column& words, const std::vector<Column>& columns, std::string_view others) {
  const std::size_t values = words.facts.values.size(), rows = words.facts.sample.size();
  if (!fits(words, "@wordy|whole|bool -@time") || rows < least_rows || values > most_words ||
      2 * values > rows)
    return false;
  return any(columns, [&](const Column& other) {
    return &other != &words && fits(other, others) && fills(words, other);
  });
}

// A time that some rows lack, never before one that every row has.
bool has_a_beginning_and_an_end(const TableFacts&, Those columns) {
  return any(columns, [&](const Column& end) {
    if (!time_form(end) || !has_nulls(end) || !end.has_values() || fits(end, "expire|expiry|until"))
      return false;
    return any(columns, [&](const Column& begin) {
      return &begin != &end && time_form(begin) && !has_nulls(begin) &&
             never_before(end, begin).value_or(false);
    });
  });
}

bool has_a_callers_key(const TableFacts& table, const std::vector<Column>& columns) {
  return any(columns, [&](const Column& c) {
    return c.is_opaque() && !c.facts.generated && in_unique(table, c.facts.name) &&
           c.facts.sample.size() >= least_rows && !has_nulls(c);
  });
}

// Few values in many rows: a state, or a type of what is kept.
bool has_few_values(const Column& c) {
  const bool may = c.is_wordy() || (c.is_integer() && !time_form(c)) || c.is(ColumnFacts::Type::boolean);
  const std::size_t n = c.facts.values.size();
  return may && !c.facts.generated && c.facts.references.empty() && c.facts.sample.size() >= least_rows &&
         n >= 2 && n <= 8 && 3 * n <= c.facts.sample.size() && !has_nulls(c);
}

// Bytes that are no digest: content that is read again.
bool holds_bytes(const Column& c) {
  return c.is_bytes() && c.facts.sample.size() >= least_rows && c.has_values() && !digest_form(c);
}

bool names_what_happened(const Column& c) {
  return c.is_text() && c.facts.sample.size() >= least_rows &&
         2 * c.facts.values.size() <= c.facts.sample.size() && c.all_values(is_past_event);
}

// Seconds from a time that a row has to one that some rows lack, typically: the shortest of all pairs.
// Machines take seconds, people days.
std::optional<double> typical_pace(const std::vector<Column>& columns) {
  std::optional<double> shortest;
  for (const Column& end : columns) {
    if (!fits(end, "@time @nulls @filled")) continue;
    for (const Column& begin : columns) {
      const auto between = &begin == &end || !time_form(begin) ? std::vector<double>() : spans(begin, end);
      if (between.size() < 3 || between.front() < -1) continue;
      shortest = std::min(shortest.value_or(between[between.size() / 2]), between[between.size() / 2]);
    }
  }
  return shortest;
}

// What machines write where something went wrong, in any language of names.
bool holds_errors(const Column& c) {
  return fits(c, "@document @nulls") && c.any_value([](std::string_view v) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"rror", "imeout", "imed out",
                                                                       "xception", "failed", "refused"},
                               [&](std::string_view word) { return v.find(word) != std::string_view::npos; });
  });
}

// Few names with a number in them, in some rows: of workers.
bool names_workers(const Column& c) {
  return fits(c, "@text @nulls @filled") && c.facts.values.size() <= 8 &&
         c.all_values([](std::string_view v) {
           return v.size() <= 60 && v.find(' ') == std::string_view::npos &&
                  std::ranges::any_of(v, is_ascii_digit);
         });
}

bool holds_sentences(const Column& c) {
  const auto is_sentence = [](std::string_view v) {
    return std::ranges::count(v, ' ') >= 2 && v[0] != '{' && v[0] != '[';
  };
  return c.is_text() && c.has_values() &&
         2 * static_cast<std::size_t>(std::ranges::count_if(c.facts.values, is_sentence)) >=
             c.facts.values.size();
}

bool holds_money(const Column& c) {
  return c.is(ColumnFacts::Type::numeric) && !time_form(c) &&
         c.any_value([](std::string_view v) { return v.find('.') != v.npos; });
}

bool has_a_state(const TableFacts&, Those columns) {
  return any(columns, has_life_words) ||
         any(columns, [&](const Column& c) { return changes_with(c, columns, "@time"); });
}

// Most of its rows are unfinished.
bool mostly_open(const Column& c) {
  const auto open = [](const auto& cell) { return cell && usual_meaning(*cell) == key::State::in_progress; };
  return has_life_words(c) && 5 * static_cast<std::size_t>(std::ranges::count_if(c.facts.sample, open)) >
                                  3 * c.facts.sample.size();
}

bool is_flag_that_changes(const Column& c) {
  return c.is(ColumnFacts::Type::boolean) && c.facts.values.size() == 2;
}
bool has_a_time_ahead(const TableFacts& table, Those columns) {
  return table.now_s > 0 && any(columns, [&](const Column& c) { return has_later(c, table.now_s + 1); });
}

// ## The signs, and how much each weighs for or against work that is done once

// What work is: one sign that programs do it, and people's work has not, is needed, and one of what is done.
enum WorkOf : unsigned { of_any = 0, of_programs = 1, of_work = 2, of_both = 3 };

struct RowSign {
  int points;
  const char* says = nullptr;  // none: it weighs against, and is not said
  WorkOf shows = of_any;
  std::string_view column = {};          // some column fits
  std::string_view name = {};            // the table's name fits
  bool (*one)(const Column&) = nullptr;  // holds for some column
  bool (*all)(const TableFacts& table, Those columns) = nullptr;
  std::ptrdiff_t most = 1;  // so many columns count

  std::ptrdiff_t count(const TableFacts& table, Those columns) const {
    if ((!column.empty() && !any(columns, column)) || (!name.empty() && !fits(Name(table.name), name)))
      return 0;
    return one != nullptr ? std::min(std::ranges::count_if(columns, one), most)
                          : all == nullptr || all(table, columns);
  }
};

struct Weight {
  int points = 0;
  unsigned shown = of_any;
  std::vector<std::string> says;
};
Weight weigh(std::span<const RowSign> signs, const TableFacts& table, Those columns) {
  Weight out;
  for (const RowSign& sign : signs) {
    const auto count = sign.count(table, columns);
    out.points += sign.points * static_cast<int>(count);
    if (count > 0) out.shown |= sign.shows;
    if (count > 0 && sign.says != nullptr) out.says.emplace_back(sign.says);
  }
  return out;
}

bool is_switch(const Column& c) { return c.is(ColumnFacts::Type::boolean); }
bool holds_documents(const Column& c) { return c.is_json() || (c.is_text() && c.all_values(is_object)); }
bool is_separate(const TableFacts& table, Those columns) {
  return table.referenced_by == 0 && !any(columns, "-@free");
}
bool is_quick(const TableFacts&, Those columns) { return typical_pace(columns).value_or(3600) < 3600; }
bool is_slow(const TableFacts&, Those columns) { return typical_pace(columns).value_or(0) >= 3600; }
bool is_wide(const TableFacts&, Those columns) {
  return columns.size() > 20 && !any(columns, has_life_words);
}

constexpr RowSign row_signs[] = {
    {1, "a state changes", of_any, {}, {}, nullptr, has_a_state},
    {.points = 2,
     .says = "a time that some rows lack is never before one that all have",
     .all = has_a_beginning_and_an_end},
    {1, "which is less than an hour later", of_any, {}, {}, nullptr, is_quick},
    {1, "a unique column may hold keys that callers made", of_any, {}, {}, nullptr, has_a_callers_key},
    {2, "a column holds documents", of_any, {}, {}, holds_documents},
    {2, "a column names what happened", of_any, {}, {}, names_what_happened},
    {2, "a column has few values", of_any, {}, {}, has_few_values},
    {2, "a column holds bytes", of_any, {}, {}, holds_bytes},
    {2, "a column holds errors", of_any, {}, {}, holds_errors},
    {1, "a column names workers", of_any, {}, {}, names_workers},
    {2, "it is separate", of_any, {}, {}, nullptr, is_separate},
    {1, "a time lies ahead in some rows", of_any, {}, {}, nullptr, has_a_time_ahead},
    {2, "attempts are counted", of_any, sign::attempts},
    {-2, nullptr, of_any, {}, {}, holds_money, nullptr, 2},
    {-1, nullptr, of_any, {}, {}, holds_sentences, nullptr, 2},
    {-1, nullptr, of_any, {}, {}, is_switch, nullptr, 2},
    {.points = -1, .all = [](const TableFacts& table, Those) { return table.referenced_by > 0; }},
    {.points = -1, .all = [](const TableFacts& table, Those) { return table.referenced_by > 1; }},
    {-1, nullptr, of_any, {}, {}, nullptr, is_slow},
    {-1, nullptr, of_any, {}, {}, mostly_open},
    {-4, nullptr, of_any, {}, {}, nullptr, is_wide},
};
constexpr int enough_signs = 7;

// Where names are English, rows that never change are content.
bool may_change(const TableFacts& table, Those columns) {
  return has_a_state(table, columns) || has_a_beginning_and_an_end(table, columns) ||
         any(columns, holds_errors) || any(columns, names_workers) || has_a_time_ahead(table, columns) ||
         any(columns, sign::attempts) || any(columns, is_flag_that_changes);
}

// English words that are written as one: "expiredate".
bool is_of_words(const Column& c) {
  constexpr std::array parts{"time",   "date",   "type",    "status",  "state",    "reason",  "name",
                             "number", "user",   "host",    "size",    "code",     "count",   "message",
                             "string", "source", "event",   "server",  "service",  "request", "response",
                             "client", "member", "version", "address", "security", "profile", "subject"};
  const std::vector<std::string>& words = c.name.words();
  return words.size() == 1 && std::ranges::any_of(parts, [&](std::string_view part) {
           return words[0].size() > part.size() && (words[0].starts_with(part) || words[0].ends_with(part));
         });
}

// Named in English: then its names say more than its rows.
bool is_named_in_english(const std::vector<Column>& columns) {
  constexpr std::string_view common =
      "id|at|name|type|status|state|created|updated|key|data|value|user|email|address|url|title|text|body|"
      "payload|message|event|count|"
      "number|code|amount|currency|account|time|date|error|hash|token|version|order|product|customer|"
      "description|start|end|last|next|run";
  const auto known =
      std::ranges::count_if(columns, [&](const Column& c) { return fits(c, common) || is_of_words(c); });
  return 5 * static_cast<std::size_t>(known) >= 2 * columns.size();
}
// Events are handled, or are what a machine has seen: those change no more.
bool is_named_for_work(const TableFacts& table, Those columns) {
  const bool changes = has_a_state(table, columns) || any(columns, holds_errors) ||
                       any(columns, sign::attempts) || any(columns, is_flag_that_changes);
  const std::string name = ascii_lower(table.name);
  return fits(Name(table.name),
              "queue|q|task|work|worker|request|transaction|call|mq|msg; job -order|offer|posting; "
              "^outbox|inbox|idem") ||
         name.find("queue") != name.npos || (changes && fits(Name(table.name), sign::events));
}

// What is over, or was tried, is kept there, and nothing takes it up again.
bool names_what_is_over(const TableFacts& table, Those columns) {
  return fits(Name(table.name), "history|log|dead|detail|completed|finished; ^archiv") ||
         (fits(Name(table.name), "$execution|attempt") &&
          !any(columns,
               "@time lock|locked|lease|claimed|picked|alive|heartbeat; @time @nulls delay|execute|retry "
               "until|at"));
}

// ## Work, by names and by values

// Where names may say anything: which columns show the steps of the work.
bool is_named_as_state(const Column& c) {
  return fits(c, sign::state) && fits(c, "-id|count|code -$message|text|reason|description|at|trace");
}
bool may_show_steps(const Column& c) {
  if (!c.is_wordy() || is_named_as_state(c)) return c.is_wordy();
  // Of a list that is open each word must be known.
  const bool is_closed = !c.facts.words.empty(),
             is_known = c.facts.values.size() >= 3 && !has_nulls(c) &&
                        life_words(c.facts.values).known == c.facts.values.size();
  return (is_closed || is_known) && fits(c, "-type|kind|event|action|name|last|previous");
}
// Things are made and destroyed, and no work is done once.
bool names_a_life_of_things(const Column& c) {
  return std::ranges::any_of(c.facts.vocabulary(), [](std::string_view v) {
    return is_listed(ascii_lower(v), "destroying|deleting|dropping");
  });
}
// Work waits or goes on, and ends by itself or fails. "active", "cancelled", and "pending" until it is
// "delivered", are said of carts and parcels as well.
bool shows_steps(const Column& c) {
  if (!may_show_steps(c) || c.facts.vocabulary().size() > most_state_words || names_a_life_of_things(c))
    return false;
  const LifeWords life = life_words(c.facts.vocabulary());
  if (life.working) return life.succeeds || life.fails || life.waiting;
  return (life.waiting || life.common) && life.succeeds && life.fails;
}
bool waits_by_life(const Column& c) { return is_named_as_state(c) && life_words(c.facts.values).unfinished; }
bool waits_by_word(const Column& c) {
  return shows_steps(c) && c.any_value([](std::string_view v) {
    return usual_meaning(v) == key::State::in_progress && !means_working(v);
  });
}
// Rows of work that waits, that goes on, or that has failed by itself, and rows that have succeeded.
bool waits_and_works(const Column& c) {
  const LifeWords life = life_words(c.facts.values);
  return waits_by_word(c) && life.working && life.succeeds && life.fails;
}
// Codes, as numbers or letters, of which only some have a time, or a document such as a log or an answer.
bool has_codes_with_times(const TableFacts&, Those columns) {
  return any(columns, [&](const Column& c) {
    return c.facts.values.size() >= 3 &&
           fits(c, "@whole|text -@time state|status|result -id|count|code|http") && !is_http_code(c) &&
           (!c.is_text() || c.all_values([](std::string_view v) { return v.size() <= 2; })) &&
           changes_with(c, columns, "@time; @document log|error|result|response|output|file -code");
  });
}
// No person says so.
bool says_queued(const Column& c) {
  return shows_steps(c) && c.any_value([](std::string_view v) {
    return is_listed(ascii_lower(std::string_view(v)), "queued|enqueued");
  });
}

// Programs look there for what has been in a state for long.
bool has_an_index_of_states_and_times(const TableFacts& table, Those columns) {
  const auto is = [&](const std::string& name, auto holds) {
    return any(columns, [&](const Column& c) { return c.facts.name == name && holds(c); });
  };
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    return !index.unique && index.columns.size() == 2 && is(index.columns[0], is_named_as_state) &&
           is(index.columns[1],
              [](const Column& c) { return c.time && fits(c, "modified|updated|next|due|heartbeat"); });
  });
}
// Each state that a thing was in has a row of its own.
bool is_a_history_of_states(const TableFacts& table, Those columns) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    return index.unique && index.predicate.empty() && index.columns.size() > 1 &&
           any(columns, [&](const Column& c) {
             return is_named_as_state(c) && has_life_words(c) && is_among(index.columns, c.facts.name);
           });
  });
}
// Each row is finished: nothing waits there.
bool is_over(const Column& c) {
  if (c.facts.sample.size() < least_rows || has_nulls(c)) return false;
  if (c.time) return fits(c, "finished|ended|executed|completed -next|last");
  return (may_show_steps(c) || fits(c, "@wordy result|outcome")) && c.all_values([](std::string_view v) {
    const auto state = usual_meaning(v);
    return state == key::State::succeeded || state == key::State::failed;
  });
}
bool is_present_at_once(const Column& c) {
  return c.time && !has_nulls(c) && !c.facts.sample.empty() && fits(c, "-next|due|until|expire");
}

// A small number, 0 in most rows, that is named for what went wrong or was tried.
bool counts_tries(const Column& c) {
  if (fits(c, sign::attempts)) return true;
  if (!fits(c,
            "@whole -@time failed|failure|retrial|tries|retry|requeue "
            "-max|limit|remaining|left|delay|interval|id|code"))
    return false;
  const auto numbers = c.numbers();
  return numbers && !numbers->empty() &&
         std::ranges::all_of(*numbers, [](double n) { return n >= 0 && n <= 100; });
}

// "mail_queue", "pending_payouts", "queue_items"; not "queue_workers".
bool is_named_for_what_waits(const TableFacts& table, Those) {
  const std::vector<std::string> words = words_in(table.name);
  const auto at = std::ranges::find_if(words, [](const std::string& w) {
    return is_listed(w,
                     "queue|queued|outbox|inbox|spool|backlog|buffer|pending|unacked|unsent|undelivered|"
                     "deferred|unprocessed") ||
           w.starts_with("queued") || w.starts_with("pending");  // as one word: "queuedmail"
  });
  return at != words.end() && std::none_of(at, words.end(), [](const std::string& w) {
           return is_listed(w,
                            "worker|lock|config|stat|pause|setting|type|state|instance|schedule|user|member|"
                            "process|server|consumer");
         });
}

bool shows_what_passed(const Column& c) {
  return fits(c,
              "@time @nulls processed|published|dispatched|delivered|acked|handled; @bool @short "
              "processed|published|dispatched|delivered|"
              "acked|handled|sent");
}
bool shows_what_is_done(const Column& c) {
  return fits(c, "@time @nulls; @bool") && !shows_what_passed(c) &&
         (fits(c, sign::done) || fits(c, "queued|pending|unsent|unprocessed|undelivered"));
}

// Money that another system takes: its name, its steps or its end, and the reference that it gets there.
// Orders are paid as well: of what is not paid out, the secret or the hash of a payment shows that a program
// sends it.
bool is_paid_out(const TableFacts& table, Those columns) {
  if (!any(columns, shows_steps) && !has_codes_with_times(table, columns) &&
      !any(columns, shows_what_is_done))
    return false;
  return fits(Name(table.name), "payout|withdraw|withdrawal|deposit|transfer|disbursement|remittance")
             ? any(columns,
                   "@text|bytes|uuid -@made tx|txid|txhash|hash|reference|utr|dedup; transaction -id;"
                   "gateway|provider|external|network|platform id|ref; @text @nulls $id transfer|payout; "
                   "@time @nulls processed|settled")
             : any(columns,
                   "@text|bytes preimage; @text|bytes hash payment|tx|transaction "
                   "-previous|parent|idempotency");
}

// Each sender numbers what it sends there, and bids a price for it.
bool is_sent_to_a_chain(const TableFacts&, Those columns) {
  return any(columns, "@number -@time gas") && any(columns, "@number =nonce") && any(columns, waits_by_life);
}

// A worker begins a row and ends it within hours; some have begun and not ended, and some have not begun.
bool begins_and_ends(const TableFacts&, Those columns) {
  return any(columns, [&](const Column& begin) {
    if (!fits(begin, "@time @nulls @filled started|begun")) return false;
    return any(columns, [&](const Column& end) {
      if (!fits(end, "@time @nulls @filled end|finished|ended|completed|done|stop|stopped -last") ||
          begin.facts.sample.size() != end.facts.sample.size())
        return false;
      std::size_t waits = 0, works = 0;
      for (std::size_t row = 0; row < begin.facts.sample.size(); ++row) {
        if (has_value(begin, row))
          works += has_value(end, row) ? 0 : 1;
        else if (has_value(end, row))
          return false;
        else
          ++waits;
      }
      const auto between = spans(begin, end);
      return waits > 0 && works > 0 && between.size() >= least_rows && between.front() >= 0 &&
             between[between.size() / 2] < 7200;
    });
  });
}

// Work for later: a time that each row lacks until another time, from which on it may be done, has come.
bool is_done_when_due(const TableFacts& table, Those columns) {
  return table.now_s > 0 && any(columns, [&](const Column& due) {
           if (!fits(due, sign::due) || has_nulls(due) || !has_later(due, table.now_s + 1)) return false;
           return any(columns, [&](const Column& end) {
             return fits(end, "@time @nulls @filled -next|last|due|until|expire") &&
                    never_before(end, due).value_or(false) && !has_later(end, table.now_s + 1);
           });
         });
}

// Programs look there for what is not done: people look for what is theirs.
bool has_an_index_of_what_is_done(const TableFacts& table, Those columns) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    return !index.unique && index.predicate.empty() && !index.columns.empty() &&
           any(columns, [&](const Column& c) {
             return c.facts.name == index.columns[0] && fits(c, "@bool") && shows_what_is_done(c);
           });
  });
}

// A unique id that a caller made and the digest of what was asked, and little else.
bool keeps_digests_of_requests(const TableFacts& table, Those columns) {
  const auto digests = std::ranges::count_if(columns, [&](const Column& c) {
    return !has_nulls(c) && c.has_values() && digest_form(c) && !in_unique(table, c.facts.name) &&
           !c.facts.generated;
  });
  const auto others =
      std::ranges::count_if(columns, [](const Column& c) { return !c.time && !c.facts.generated; });
  return digests == 1 && others == 2 && any(columns, "@time @now") && any(columns, [&](const Column& c) {
           return c.is_opaque() && !c.facts.generated && in_unique(table, c.facts.name) &&
                  fits(c, "^id; $id; key");
         });
}

bool has_a_state_without_steps(const TableFacts& table, Those columns) {
  return !any(columns, shows_steps) && (has_a_state(table, columns) || any(columns, [](const Column& c) {
                                          return fits(c, sign::state) && has_few_values(c);
                                        }));
}
// A row of a job's or of a task's own.
bool is_a_step(const TableFacts& table, Those columns) {
  constexpr std::string_view whole = "job|task|execution|workflow";
  return any(columns, [&](const Column& c) {
    return c.facts.references != table.schema + "." + table.name && fits(c, whole) &&
           fits(Name(c.facts.references), whole);
  });
}
// Plans that begin again and again.
bool recurs(const TableFacts&, Those columns) {
  return any(columns, "@time next run|fire|execution|start|trigger") &&
         any(columns, "@time prev|previous|last run|fire|execution|start|trigger");
}
// A session, or a run that is written down as it begins: nothing waits.
bool begins_at_once(const TableFacts&, Those columns) {
  return !any(columns, "@time heartbeat") && any(columns, [](const Column& c) {
    return is_present_at_once(c) && fits(c, "start|started|begin|begun -scheduled");
  }) && !any(columns, [](const Column& c) {
    return is_present_at_once(c) && fits(c, "-start|started|begin|begun|updated|modified|changed");
  });
}
// A queue, a topic or a lock, and not what is in it.
bool is_a_row_for_each_name(const TableFacts& table, Those columns) {
  const auto is_key = [&](const Column& c) {
    return std::ranges::any_of(table.indexes, [&](const IndexFacts& i) {
      return i.unique && i.columns == std::vector{c.facts.name};
    });
  };
  const auto is_plain = [](std::string_view v) { return v.find_first_of("0123456789") == v.npos; };
  const auto is_name = [&](const Column& c) {
    return is_key(c) && c.is_text() && c.facts.sample.size() >= 3 && c.all_values(is_plain);
  };
  const auto others =
      std::ranges::count_if(columns, [&](const Column& c) { return !is_key(c) && !fits(c, "^lock"); });
  return (others <= 1 && any(columns, "@time ^lock")) || any(columns, is_name) ||
         any(columns,
             [&](const Column& c) {
               return is_key(c) && fits(c, "@text =queue|topic|channel; queue|topic|channel name");
             }) ||
         (!words_in(table.name).empty() && words_in(table.name).back() == "queue" &&
          any(columns, "@int concurrency limit; @int =capacity"));
}
bool keeps_results_of_requests(const TableFacts& table, Those columns) {
  return any(columns, sign::response) && any(columns, [&](const Column& c) {
           return c.is_opaque() && fits(c, sign::idempotency_key) && in_unique(table, c.facts.name);
         });
}

// Those that work, and not what they work on.
bool is_of_machines(const TableFacts& table, Those columns) {
  const std::vector<std::string> words = words_in(table.name);
  return !words.empty() && !any(columns, shows_steps) &&
         is_listed(
             words.back(),
             "worker|agent|node|server|instance|process|replica|host|peer|runner|executor|consumer|pool");
}

bool waits_for_nothing(const TableFacts& table, Those columns) {
  const bool waits =
      any(columns, says_queued) || (any(columns, waits_by_word) && any(columns, "@time next retry"));
  // Whatever the name: rows wait, and are tried again or go through a step of work before their end.
  const bool works =
      any(columns, waits_and_works) || (any(columns, waits_by_word) && any(columns, counts_tries));
  const Name name(table.name);
  return (names_what_is_over(table, columns) && !((fits(name, "log|attempt -^archiv|complete") && waits) ||
                                                  (fits(name, "log|detail -^archiv|complete|attempt") &&
                                                   (works || is_named_for_what_waits(table, columns))))) ||
         recurs(table, columns) || any(columns, "@int since+last") || is_of_machines(table, columns) ||
         any(columns, is_over) || is_a_step(table, columns) || is_a_history_of_states(table, columns) ||
         is_a_row_for_each_name(table, columns);
}

bool is_tried_once(const TableFacts&, Those columns) { return !any(columns, counts_tries); }
bool is_referred_to(const TableFacts& table, Those columns) {
  return table.referenced_by > 0 && !any(columns, counts_tries);
}
bool is_published_by_people(const TableFacts&, Those columns) {
  return any(columns, "@bool =published|is.published") && any(columns, "@int|uuid =user.id|author.id");
}
bool is_very_wide(const TableFacts&, Those columns) { return columns.size() > 25; }
bool has_several_states(const TableFacts&, Those columns) {
  return std::ranges::count_if(
             columns, [](const Column& c) { return is_named_as_state(c) && !holds_documents(c); }) > 1;
}

bool is_flag_of_success(const Column& c) { return is_switch(c) && fits(c, sign::done); }

// What names and values say of work that programs do.
constexpr RowSign work_signs[] = {
    {3, "attempts are counted", of_programs, {}, {}, counts_tries},
    {2, "a column shows that a worker has taken a row", of_programs,
     "@time lock|locked|lease|leased|claimed|reserved|heartbeat|picked|inflight|visibility|fetched;"
     "by locked|leased|claimed|reserved|picked; @text worker+id; @text =locked|lease; @int $pid"},
    {4, "its name says that its rows wait", of_both, {}, {}, nullptr, is_named_for_what_waits},
    {4, "a column shows the steps of the work", of_both, {}, {}, shows_steps},
    {1, "some rows wait", of_work, {}, {}, waits_by_word},
    {1, "and others are worked on, have succeeded or failed", of_work, {}, {}, waits_and_works},
    {.points = 4,
     .says = "a column holds codes, of which only some have a time or a result",
     .shows = of_both,
     .all = has_codes_with_times},
    {3, "an index serves the rows that wait", of_programs, {}, {}, nullptr, has_an_index_of_waiting_rows},
    {.points = 2,
     .says = "flags show what was done and what failed",
     .shows = of_both,
     .column = "@bool failed|errored|dead|failure",
     .one = is_flag_of_success},
    {.points = 2,
     .says = "an index leads from a state to a time",
     .shows = of_programs,
     .all = has_an_index_of_states_and_times},
    {2, "a time shows the last attempt", of_programs, "@time last attempt|try|retry"},
    {1, "rows are queued", of_programs, {}, {}, says_queued},
    {1, "a time shows when a row was queued", of_programs, "@time -@nulls enqueue|enqueued|queued"},
    {4, "times show when work began and when it ended", of_both, {}, {}, nullptr, begins_and_ends},
    {2, "rows are done when they are due", of_both, {}, {}, nullptr, is_done_when_due},
    {2, "an index leads to what is not done", of_programs, {}, {}, nullptr, has_an_index_of_what_is_done},
    {3, "it is sent to a chain", of_programs, {}, {}, nullptr, is_sent_to_a_chain},
    {1, "a number limits how long the work may take", of_work, "@int =timeout"},
    {3, "it is paid out, and gets a reference", of_both, {}, {}, nullptr, is_paid_out},
    {6, "a digest is kept under a unique id", of_both, {}, {}, nullptr, keeps_digests_of_requests},
    {.points = 4,
     .says = "a result is kept under a unique idempotency key",
     .shows = of_both,
     .all = keeps_results_of_requests},
    {2, "a time shows when work is due", of_work, sign::due},
    {2, "a column shows the state", of_work, {}, {}, nullptr, has_a_state_without_steps},
    {2, "a column shows what went out or was taken in", of_both, {}, {}, shows_what_passed},
    {2, "a column shows what is done", of_work, {}, {}, shows_what_is_done},
    {1, "a flag changes", of_work, {}, {}, is_flag_that_changes},
    {1, "it has priorities", of_work, "@number =priority"},
    {1, "a column holds what the work needs", of_work, sign::payload},
    {1, "a time lies ahead in some rows", of_work, {}, {}, nullptr, has_a_time_ahead},
    {1, "a time shows since when a row is there", of_any, {}, {}, is_present_at_once},
    {1, "errors are kept", of_any,
     "@document error|exception|fault|failure -code|count; @document failed+reason"},
    {.points = 1,
     .says = "its name speaks of work",
     .shows = of_programs,
     .name = "job|q|task|work|worker|request|call|command|operation|saga|outgoing|scheduled|timeout|retry|"
             "unprocessed"},
    // Orders, subscriptions, plans and lists of queues.
    {-2, nullptr, of_any, {}, {}, nullptr, is_referred_to},
    {-2, nullptr, of_any, {}, {}, nullptr, is_very_wide},
    {-2, nullptr, of_any, {}, {}, holds_money},
    {-2, nullptr, of_any, {}, {}, nullptr, has_several_states},
    {-3, nullptr, of_any,
     "first|last|full|given name -host; street|city|zip|postcode|birthday|venue|seat|quantity|sku|discount"},
    {-3, nullptr, of_any, {}, {}, nullptr, begins_at_once},
    {-3, nullptr, of_any, "@text email|phone|password|token|invitation", {}, nullptr, is_tried_once},
    {-4, nullptr, of_any,
     "cron|crontab|frequency|rrule|recurrence -next; interval -retry|backoff|next; @text =schedule"},
    {-5, nullptr, of_any, "@opaque|int chat+id", {}, nullptr, is_tried_once},
    {-2, nullptr, of_any, {}, {}, nullptr, is_published_by_people},
    // Of several things, one is preferred.
    {-3, nullptr, of_any, "@bool default"},
};
constexpr int enough_work = 6;

}  // namespace

std::optional<Work> signs_of_work(const TableFacts& table, const std::vector<Column>& columns) {
  if (waits_for_nothing(table, columns) || fits(Name(table.name), "schedule|cron")) return std::nullopt;
  const Weight weight = weigh(work_signs, table, columns);
  if (weight.points < enough_work || weight.shown != of_both) return std::nullopt;
  const bool is_of_programs =
      any(columns, counts_tries) || is_named_for_what_waits(table, columns) || is_paid_out(table, columns) ||
      keeps_results_of_requests(table, columns) || any(columns, sign::lease) || any(columns, says_queued) ||
      (has_codes_with_times(table, columns) &&
       (any(columns, "@time @nulls sent") || fits(Name(table.name), "job|outbound"))) ||
      (any(columns, waits_and_works) &&
       (any(columns, sign::due) || any(columns, holds_errors) || any(columns, "webhook|callback") ||
        !any(columns, "@number -@time amount|total|price|balance|cent"))) ||
      is_sent_to_a_chain(table, columns) || any(columns, "@time inflight|retry; @time last attempt");
  return Work{fmt::format("It may hold work that programs do: {}.", fmt::join(weight.says, "; ")),
              is_of_programs};
}

std::optional<std::string> signs_in_rows(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() < 3 || waits_for_nothing(table, columns)) return std::nullopt;
  const Weight weight = weigh(row_signs, table, columns);
  const bool is_english = is_named_in_english(columns), is_work = is_named_for_work(table, columns);
  if (weight.points < enough_signs + (is_english && !is_work ? 4 : 0) ||
      (is_english && !may_change(table, columns)))
    return std::nullopt;
  return fmt::format("Its rows look like work that is done once: {}.", fmt::join(weight.says, "; "));
}

}  // namespace onceover::tables

#include "core/calculator/amplification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/calculator/figure.h"

namespace onceover::calculator {
namespace {

constexpr unsigned most_services = 1'000, deepest = 50;

unsigned attempts_of(const Service& service) { return std::max(1U, service.attempts); }

// attempts × timeout + waits; nullopt: no limit.
std::optional<Duration> patience_in_all(const Service& service) {
  if (!service.timeout) return std::nullopt;
  const double us = static_cast<double>(service.timeout->count()) * attempts_of(service) + static_cast<double>(service.waits.count());
  return us < static_cast<double>(endless.count()) ? Duration(static_cast<Duration::rep>(us)) : endless;
}

class Walk {
 public:
  std::optional<std::string> check(const Service& service, unsigned depth) {
    if (++services_ > most_services) return "There are more than 1,000 services.";
    if (depth >= deepest) return "There are more than 50 layers.";
    if (!(service.failure >= 0 && service.failure <= 1))
      return fmt::format("\"{}\": the chance of failure is not between 0 and 1.", service.name);
    if (service.budget && !(*service.budget >= 0)) return fmt::format("\"{}\": the budget is below 0.", service.name);
    for (const Service& below : service.calls) {
      if (auto wrong = check(below, depth + 1)) return wrong;
    }
    return std::nullopt;
  }

  Amplification run(const Service& root) {
    out_.tree = count(root, nullptr, 0);
    expect(root, out_.tree, 1);
    sum(out_.tree);
    layers(root, 0);
    compare(root);
    return std::move(out_);
  }

 private:
  // Worst cases from the root down, chances of failure from the leaves up.
  static Calls count(const Service& service, const Calls* above, unsigned depth) {
    const unsigned attempts = attempts_of(service);
    Calls out{.name = service.name, .depth = depth, .path = above ? above->path + " > " + service.name : service.name};
    out.worst = (above ? above->worst : 1) * attempts;
    const double lasting = service.budget ? std::min<double>(attempts, 1 + *service.budget) : attempts;
    out.worst_in_budget = (above ? above->worst_in_budget : 1) * lasting;
    const std::string factors = above && !above->product.empty() ? above->product.substr(0, above->product.find(" =")) + " × " : "";
    out.product = factors + std::to_string(attempts) + (above ? " = " + grouped(out.worst) : "");
    double succeeds = 1 - service.failure;
    for (const Service& below : service.calls) {
      out.calls.push_back(count(below, &out, depth + 1));
      succeeds *= 1 - out.calls.back().fails;
    }
    out.fails = std::pow(1 - succeeds, attempts);
    return out;
  }

  // requests: of the caller, for one request of the user.
  static void expect(const Service& service, Calls& calls, double requests) {
    double succeeds = 1 - service.failure;
    for (const Calls& below : calls.calls) succeeds *= 1 - below.fails;
    const double attempts = succeeds > 0 ? (1 - calls.fails) / succeeds : attempts_of(service);
    calls.expected = requests * attempts;
    double still = calls.expected * (1 - service.failure);  // requests that reach the next service below
    for (std::size_t i = 0; i < service.calls.size(); ++i) {
      expect(service.calls[i], calls.calls[i], still);
      still *= 1 - calls.calls[i].fails;
    }
  }

  void sum(const Calls& calls) {
    out_.worst_total += calls.worst;
    out_.expected_total += calls.expected;
    if (calls.worst > out_.worst_leaf) {
      out_.worst_leaf = calls.worst;
      out_.worst_leaf_name = calls.name;
    }
    for (const Calls& below : calls.calls) sum(below);
  }

  void layers(const Service& service, unsigned above) {
    const unsigned here = above + (attempts_of(service) > 1 ? 1 : 0);
    out_.retrying_layers = std::max(out_.retrying_layers, here);
    for (const Service& below : service.calls) layers(below, here);
  }

  void compare(const Service& caller) {
    for (const Service& callee : caller.calls) {
      const auto needed = patience_in_all(callee);
      if (caller.timeout && (!needed || *needed >= *caller.timeout)) {
        GrowingTimeout found{caller.name, callee.name, caller.timeout, needed, !callee.timeout || *callee.timeout >= *caller.timeout, {}};
        found.what = found.one_attempt_is_too_long
                         ? fmt::format("{} has {}, but waits {} for one answer of {}.", caller.name, human(*caller.timeout),
                                       callee.timeout ? human(*callee.timeout) : "forever", callee.name)
                         : fmt::format("{} has {}, but calls {} for up to {} in all ({} × {}{}).", caller.name, human(*caller.timeout),
                                       callee.name, human(*needed), attempts_of(callee), human(*callee.timeout),
                                       callee.waits > Duration::zero() ? " + waits of " + human(callee.waits) : "");
        out_.timeouts.push_back(std::move(found));
      }
      compare(callee);
    }
  }

  unsigned services_ = 0;
  Amplification out_;
};

}  // namespace

Result<Amplification> amplify(const Service& root) {
  Walk walk;
  if (auto wrong = walk.check(root, 0)) return fail(ErrorKind::invalid_input, std::move(*wrong), "Nothing was counted.");
  return walk.run(root);
}

}  // namespace onceover::calculator

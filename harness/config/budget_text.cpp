// Budgets and limits in one line, as on a command line.
#include <charconv>
#include <cmath>

#include "harness/config/budget.h"
#include "harness/config/refuse.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

struct Unit {
  std::string_view name, base;
  double factor;
};

constexpr Unit kUnits[] = {
    {"ns", "ns", 1},
    {"us", "ns", 1e3},
    {"ms", "ns", 1e6},
    {"s", "ns", 1e9},
    {"byte", "byte", 1},
    {"B", "byte", 1},
    {"KB", "byte", 1e3},
    {"MB", "byte", 1e6},
    {"GB", "byte", 1e9},
    {"KiB", "byte", 1024},
    {"MiB", "byte", 1024.0 * 1024},
    {"GiB", "byte", 1024.0 * 1024 * 1024},
    {"%", "%", 1},
    {"points", "%", 1},  // of a percentage
};

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

// "metric(region)" and what follows. A region may hold anything, parentheses too; what follows it
// holds none.
struct Head {
  std::string metric, region = "*";
  std::string_view rest;
};

Head parse_head(std::string_view text, std::string_view operators) {
  Head head;
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  std::size_t end = text.find_first_of(operators);
  if (open < end && close != std::string_view::npos && close > open) {
    head.region = trim(text.substr(open + 1, close - open - 1));
    end = close + 1;
    head.metric = trim(text.substr(0, open));
  } else {
    head.metric = trim(text.substr(0, end));
  }
  if (end != std::string_view::npos) head.rest = trim(text.substr(end));
  return head;
}

// A second one would silently replace the first.
template <typename Word>
void set_once(std::optional<Word>& into, Word word, const char* kind, std::string_view text,
              const std::string& where) {
  if (into) {
    refuse(where, "'" + std::string(text) + "' has two words for the " + kind + ", '" +
                      std::string(to_string(*into)) + "' and '" + std::string(to_string(word)) +
                      "'; keep one");
  }
  into = word;
}

void set_word(BudgetRule& rule, const std::string& word, std::string_view text,
              const std::string& where) {
  if (const auto gate = gate_from(word)) {
    set_once(rule.gate, *gate, "gate", text, where);
  } else if (const auto direction = direction_from(word)) {
    set_once(rule.direction, *direction, "direction", text, where);
  } else {
    refuse(where, "'" + std::string(text) + "': unknown word '" + word +
                      "'; expected fail, warn, info, up, down or both");
  }
}

}  // namespace

Quantity parse_quantity(std::string_view text, const std::string& where) {
  text = trim(text);
  Quantity quantity;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), quantity.value);
  const std::string_view name = trim(text.substr(static_cast<std::size_t>(end - text.data())));
  const Unit* unit = name.empty() ? nullptr : find_unit(name);
  const bool is_number = error == std::errc() && std::isfinite(quantity.value);
  if (!is_number || (!name.empty() && unit == nullptr)) {
    refuse(where, "'" + std::string(text) +
                      "' is no quantity; expected a number in the metric's unit, or one with ns, "
                      "us, ms, s, B, KB, MB, GB, KiB, MiB, GiB, % or points");
  }
  if (unit != nullptr) quantity = {quantity.value * unit->factor, std::string(unit->base)};
  return quantity;
}

BudgetRule parse_budget(std::string_view text, const std::string& where) {
  const Head head = parse_head(text, "=");
  if (head.metric.empty() || head.region.empty() || !head.rest.starts_with('=')) {
    refuse(where, "'" + std::string(text) +
                      "' is no budget; expected METRIC(REGION)=ALLOWANCE, as in "
                      "'gpu__time_duration.sum(A::*)=3%|2us'");
  }
  BudgetRule rule;
  rule.metric = head.metric;
  rule.region = head.region;
  rule.origin = where;
  for (const std::string& raw : split(head.rest.substr(1), ',')) {
    const std::string part(trim(raw));
    const bool is_word = !part.empty() && std::isalpha(static_cast<unsigned char>(part[0])) != 0;
    if (is_word || part.empty()) {
      set_word(rule, part, text, where);
      continue;
    }
    if (rule.allow) {
      refuse(where, "'" + std::string(text) +
                        "' has two allowances; keep one, or join a percentage and a number: "
                        "'3%|2us'");
    }
    rule.allow = parse_allowance(part, where);
  }
  return rule;
}

BudgetRule parse_limit(std::string_view text, const std::string& where) {
  const Head head = parse_head(text, "<>");
  const bool is_max = head.rest.starts_with("<=");
  if (head.metric.empty() || head.region.empty() || (!is_max && !head.rest.starts_with(">="))) {
    refuse(where, "'" + std::string(text) +
                      "' is no limit; expected METRIC(REGION)<=NUMBER or >=, as in "
                      "'launch__registers_per_thread(A::A1)<=64'");
  }
  BudgetRule rule;
  rule.metric = head.metric;
  rule.region = head.region;
  rule.origin = where;
  (is_max ? rule.max : rule.min) =
      parse_quantity(head.rest.substr(2), where + ": limit '" + std::string(text) + "'");
  return rule;
}

}  // namespace ncu_regions

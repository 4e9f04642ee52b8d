// Tests: texts that are nearly right, for readers that must not trust them.
#pragma once

#include <random>
#include <string>

namespace ncu_regions {

// The same sequence in every run: bytes changed, cut out, doubled, or the end cut off.
class Mutations {
 public:
  explicit Mutations(unsigned seed) : random_(seed) {}

  std::string of(std::string text) {
    for (std::size_t rounds = 1 + below(4); rounds > 0 && !text.empty(); --rounds) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
          break;
        case 2:
          text.erase(at, 1 + below(16));
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), 1 + below(64)));
          break;
        default:
          text.resize(at);
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::mt19937 random_;
};

}  // namespace ncu_regions

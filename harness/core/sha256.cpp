// The algorithm of FIPS 180-4.
#include "harness/core/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace ncu_regions {
namespace {

using Word = std::uint32_t;
constexpr std::size_t kBlock = 64;
constexpr std::size_t kRounds = 64;
constexpr std::size_t kStateWords = 8;

// The constants are the first bits of the fractions of roots of the first primes.
Word fraction_bits(long double value) {
  return static_cast<Word>((value - std::floor(value)) * 4294967296.0L);
}

struct Constants {
  std::array<Word, kRounds> round{};
  std::array<Word, kStateWords> start{};

  Constants() {
    std::size_t found = 0;
    for (unsigned number = 2; found < kRounds; ++number) {
      bool is_prime = true;
      for (unsigned i = 2; i * i <= number; ++i) is_prime = is_prime && number % i != 0;
      if (!is_prime) continue;
      round[found] = fraction_bits(std::cbrt(static_cast<long double>(number)));
      if (found < kStateWords)
        start[found] = fraction_bits(std::sqrt(static_cast<long double>(number)));
      ++found;
    }
  }
};

const Constants& constants() {
  static const Constants kConstants;
  return kConstants;
}

Word rotated(Word word, int by) { return std::rotr(word, by); }

std::array<Word, kRounds> schedule(std::string_view block) {
  std::array<Word, kRounds> words{};
  for (std::size_t i = 0; i < kBlock; ++i) {
    words[i / 4] = words[i / 4] << 8 | static_cast<unsigned char>(block[i]);
  }
  for (std::size_t i = 16; i < kRounds; ++i) {
    const Word a = words[i - 15];
    const Word b = words[i - 2];
    words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  return words;
}

void add_block(std::array<Word, kStateWords>& state, std::string_view block) {
  const std::array<Word, kRounds> words = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < kRounds; ++i) {
    const Word choice = (e & f) ^ (~e & g);
    const Word one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice +
                     constants().round[i] + words[i];
    const Word majority = (a & b) ^ (a & c) ^ (b & c);
    const Word two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const std::array<Word, kStateWords> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < kStateWords; ++i) state[i] += added[i];
}

std::string hash_bytes(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.finish();
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    Word group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace

Sha256::Sha256() : state_(constants().start) {}

void Sha256::add(std::string_view bytes) {
  size_ += bytes.size();
  if (!pending_.empty()) {
    const std::size_t missing = std::min(kBlock - pending_.size(), bytes.size());
    pending_ += bytes.substr(0, missing);
    bytes.remove_prefix(missing);
    if (pending_.size() < kBlock) return;
    add_block(state_, pending_);
    pending_.clear();
  }
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) {
    add_block(state_, bytes.substr(0, kBlock));
  }
  pending_ = bytes;
}

std::string Sha256::finish() {
  const std::uint64_t bits = size_ * 8;
  std::string end = "\x80";
  while ((pending_.size() + end.size()) % kBlock != kBlock - 8) end += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift);
  add(end);
  std::string bytes;
  for (const Word word : state_) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift);
  }
  return bytes;
}

std::string hex_digits(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::string sha256_hex(std::string_view text) { return hex_digits(hash_bytes(text)); }

std::string sha256_source(std::string_view text) { return "sha256-" + base64(hash_bytes(text)); }

}  // namespace ncu_regions

// Runs: described structs as JSON, and back.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/core/region_path.h"
#include "harness/core/utf8.h"
#include "harness/runs/described.h"

namespace ncu_regions {

using Json = nlohmann::ordered_json;

// Specialised for each stored enum: kAll has its values, to_string() their words.
template <class E>
struct StoredWords;

template <class E>
concept HasWords = requires {
  StoredWords<E>::kAll;
};

// Specialised for what has a form of its own in files: write() and read().
template <class T>
struct StoredForm;

template <class T>
concept HasForm = requires(const T& value) {
  StoredForm<T>::write(value);
};

template <class T>
Json stored_json(const T& value);
template <class T>
void read_stored(const Json& json, T& value);

namespace described_detail {

inline Json json_of(const std::filesystem::path& path) { return valid_utf8(path.string()); }
inline Json json_of(const std::string& text) { return valid_utf8(text); }
inline Json json_of(const RegionPath& path) { return written_form(path); }

template <class T>
requires std::is_arithmetic_v<T> Json json_of(T value) { return value; }

template <HasWords E>
Json json_of(E value) {
  return to_string(value);
}

template <HasForm T>
Json json_of(const T& value) {
  return StoredForm<T>::write(value);
}

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? stored_json(*value) : Json(nullptr);
}

template <class T>
Json list_of(const T& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(stored_json(item));
  return list;
}

template <class T>
Json json_of(const std::vector<T>& items) {
  return list_of(items);
}

template <class T>
Json json_of(const std::set<T>& items) {
  return list_of(items);
}

template <class T>
Json json_of(const std::map<std::string, T>& items) {
  Json object = Json::object();
  for (const auto& [key, value] : items) object[valid_utf8(key)] = stored_json(value);
  return object;
}

template <class T, class M>
void add(Json& json, const T& value, const StoredField<T, M>& field) {
  json[std::string(field.name)] = stored_json(value.*field.member);
}

template <class T, class F>
void add(Json& json, const T& value, const DerivedField<F>& field) {
  json[std::string(field.name)] = stored_json(field.value(value));
}

template <Described T>
Json json_of(const T& value) {
  Json json = Json::object();
  for_each_field<T>([&](const auto& field) { add(json, value, field); });
  return json;
}

inline void read(const Json& json, std::string& text) { json.get_to(text); }
inline void read(const Json& json, std::filesystem::path& path) { path = json.get<std::string>(); }
inline void read(const Json& json, RegionPath& path) {
  path = parse_written_form(json.get<std::string>());
}

template <class T>
requires std::is_arithmetic_v<T>
void read(const Json& json, T& value) { json.get_to(value); }

template <HasForm T>
void read(const Json& json, T& value) {
  StoredForm<T>::read(json, value);
}

template <HasWords E>
void read(const Json& json, E& value) {
  const auto word = json.get<std::string>();
  for (const E known : StoredWords<E>::kAll) {
    if (to_string(known) != word) continue;
    value = known;
    return;
  }
  throw Error(ErrorKind::kMeasurement, "unknown word " + json.dump());
}

template <class T>
void read(const Json& json, std::optional<T>& value) {
  value.reset();
  if (!json.is_null()) read_stored(json, value.emplace());
}

template <class T>
void read(const Json& json, std::vector<T>& items) {
  items.clear();
  for (const Json& item : json.get_ref<const Json::array_t&>()) {
    read_stored(item, items.emplace_back());
  }
}

template <class T>
void read(const Json& json, std::set<T>& items) {
  items.clear();
  for (const Json& item : json.get_ref<const Json::array_t&>()) {
    T value{};
    read_stored(item, value);
    items.insert(std::move(value));
  }
}

template <class T>
void read(const Json& json, std::map<std::string, T>& items) {
  items.clear();
  if (!json.is_object()) throw Error(ErrorKind::kMeasurement, "expected an object");
  for (const auto& [key, value] : json.items()) read_stored(value, items[key]);
}

template <class T, class M>
void take(const Json& json, T& value, const StoredField<T, M>& field) {
  const std::string name(field.name);
  if (field.may_be_missing && !json.contains(name)) return;
  read_stored(json.at(name), value.*field.member);
}

template <class T, class F>
void take(const Json&, T&, const DerivedField<F>&) {}

template <Described T>
bool has_field(std::string_view key) {
  bool is_known = false;
  for_each_field<T>([&](const auto& field) { is_known |= field.name == key; });
  return is_known;
}

template <Described T>
void require_known_keys(const Json& json) {
  for (const auto& [key, value] : json.items()) {
    if (has_field<T>(key)) continue;
    throw Error(ErrorKind::kMeasurement, "unknown key " + Json(key).dump());
  }
}

template <Described T>
void read(const Json& json, T& value) {
  require_known_keys<T>(json);
  for_each_field<T>([&](const auto& field) { take(json, value, field); });
}

}  // namespace described_detail

template <class T>
Json stored_json(const T& value) {
  return described_detail::json_of(value);
}

// Throws Json::exception for a missing key or a wrong type, Error(kMeasurement) for an unknown key
// or word.
template <class T>
void read_stored(const Json& json, T& value) {
  described_detail::read(json, value);
}

template <class T>
T stored_from(const Json& json) {
  T value{};
  read_stored(json, value);
  return value;
}

}  // namespace ncu_regions

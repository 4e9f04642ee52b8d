// Runs: each stored struct is described once, by the names of its members. Writer and reader visit
// the description; a member that is not in it does not compile.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ncu_regions {

// Specialised for each stored struct, with a tuple kFields of stored(), added() and derived().
template <class T>
struct Description;

template <class T, class M>
struct StoredField {
  std::string_view name;
  M T::*member;
  bool may_be_missing = false;
};

// A member, under its name in the file.
template <class T, class M>
constexpr StoredField<T, M> stored(std::string_view name, M T::*member) {
  return {name, member, false};
}

// One that files of earlier versions lack: it keeps the value of an empty struct there.
template <class T, class M>
constexpr StoredField<T, M> added(std::string_view name, M T::*member) {
  return {name, member, true};
}

template <class F>
struct DerivedField {
  std::string_view name;
  F value;
};

// A value that follows from the members: written for other readers, never read.
template <class F>
constexpr DerivedField<F> derived(std::string_view name, F value) {
  return {name, value};
}

template <class T>
concept Described = requires {
  Description<T>::kFields;
};

namespace described_detail {

// Stands for a member of any type.
struct Any {
  template <class M>
  operator M&() const& noexcept;
  template <class M>
  operator M&() const&& noexcept;
};

template <class T, class... Found>
constexpr std::size_t count_members(Found... found) {
  if constexpr (requires { T{Any{}, found...}; }) {
    return count_members<T>(Any{}, found...);
  } else {
    return sizeof...(Found);
  }
}

template <class F>
struct IsStored : std::false_type {};
template <class T, class M>
struct IsStored<StoredField<T, M>> : std::true_type {};

}  // namespace described_detail

// Of an aggregate.
template <class T>
consteval std::size_t member_count() {
  return described_detail::count_members<T>();
}

template <class T>
consteval std::size_t described_count() {
  return std::apply(
      [](const auto&... field) {
        return (std::size_t{0} + ... +
                std::size_t{described_detail::IsStored<std::decay_t<decltype(field)>>::value});
      },
      Description<T>::kFields);
}

// Calls `visit` with each field, in the order of the description.
template <Described T, class Visit>
void for_each_field(Visit visit) {
  static_assert(member_count<T>() == described_count<T>(),
                "a member is missing in the description: it would be lost in the file");
  std::apply([&](const auto&... field) { (visit(field), ...); }, Description<T>::kFields);
}

}  // namespace ncu_regions

// Annotate: the NVTX ranges a workload can afford, opened and closed by scope.
//
// Everything here is header-only, allocates nothing and never throws. Without a tool attached each
// call is one load and one branch, and opening a range one more of both; with one, the cost is the
// tool's. Works with C++17 and nvcc.
#pragma once

#include <nvtx3/nvToolsExt.h>

#include <cstdlib>

namespace ncu_regions {

// Ranges pushed in this NVTX domain are not regions: each is one kernel launch, announced by a
// program whose kernels run on the host. The message has the form
//   name <<<GXxGYxGZ, BXxBYxBZ>>>
// with the sizes of grid and block in decimal, for example "conv3x3 <<<64x1x1, 16x16x1>>>".
inline constexpr char kLaunchDomainName[] = "ncu_regions.launch";

// In this domain ncu-regions' own library is told where ranges are opened. Other tools never see
// it.
inline constexpr char kSourceDomainName[] = "ncu_regions.source";

// A named NVTX domain: a tree of ranges apart from the default one. Make each domain once and keep
// it, e.g. as a function-local static.
//
// There is no destructor on purpose: ranges are still pushed and popped by static destructors of
// the program, and a domain destroyed before them would be used after its end.
class [[nodiscard]] Domain {
 public:
  // `name` must not be null; it is copied by the tool.
  explicit Domain(const char* name) noexcept : handle_(nvtxDomainCreateA(name)) {}
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  // Null when no tool is attached; then every call with it does nothing.
  nvtxDomainHandle_t handle() const noexcept { return handle_; }

 private:
  nvtxDomainHandle_t handle_;
};

// A label that a tool has already seen, so that a range with it costs no string handling. Belongs
// to the domain it was registered in; cheap to copy.
class [[nodiscard]] RegisteredString {
 public:
  RegisteredString(const Domain& domain, const char* text) noexcept
      : handle_(nvtxDomainRegisterStringA(domain.handle(), text)) {}

  nvtxStringHandle_t handle() const noexcept { return handle_; }

 private:
  nvtxStringHandle_t handle_;
};

namespace annotate_detail {

// Null unless ncu-regions' own library is to record this program. Known when the program is loaded;
// ranges that are opened earlier still, by other static initialisers, have no line.
inline const nvtxDomainHandle_t source_domain =
    std::getenv("NCU_REGIONS_EVENTS") == nullptr ? nullptr : nvtxDomainCreateA(kSourceDomainName);

// As the name of a category: two plain arguments, in a call that nobody makes where it would count.
// Directly before the range is opened, on the same thread.
__attribute__((noinline, cold)) inline void tell_source(const char* file, unsigned line) noexcept {
  nvtxDomainNameCategoryA(source_domain, line, file);
}

inline nvtxEventAttributes_t attributes() noexcept {
  nvtxEventAttributes_t result = {};
  result.version = NVTX_VERSION;
  result.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  return result;
}

inline nvtxEventAttributes_t attributes(const char* label) noexcept {
  nvtxEventAttributes_t result = attributes();
  result.messageType = NVTX_MESSAGE_TYPE_ASCII;
  result.message.ascii = label;
  return result;
}

inline nvtxEventAttributes_t attributes(RegisteredString label) noexcept {
  nvtxEventAttributes_t result = attributes();
  result.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  result.message.registered = label.handle();
  return result;
}

}  // namespace annotate_detail

// A region for as long as the object lives: pushed by the constructor, popped by the destructor, on
// the same thread, properly nested. Neither copied nor moved, because NVTX closes whatever range is
// innermost and not a particular one. Labels must not be null and need not outlive the constructor.
//
// `file` and `line` say where a report should point to for this region: by default to where the
// object is made. Whoever makes it for somebody else (also std::optional's emplace) hands them on;
// a null file is none.
class [[nodiscard]] Range {
 public:
  explicit Range(const char* label, const char* file = __builtin_FILE(),
                 unsigned line = __builtin_LINE()) noexcept
      : Range(nvtxDomainHandle_t{}, annotate_detail::attributes(label), file, line) {}
  Range(const Domain& domain, const char* label, const char* file = __builtin_FILE(),
        unsigned line = __builtin_LINE()) noexcept
      : Range(domain.handle(), annotate_detail::attributes(label), file, line) {}
  Range(const Domain& domain, RegisteredString label, const char* file = __builtin_FILE(),
        unsigned line = __builtin_LINE()) noexcept
      : Range(domain.handle(), annotate_detail::attributes(label), file, line) {}
  Range(const char* domain, const char* label) = delete;  // a domain is a Domain
  ~Range() {
    if (domain_ == nullptr) {
      nvtxRangePop();
    } else {
      nvtxDomainRangePop(domain_);
    }
  }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;

 private:
  // A null domain is NVTX's default domain. The plain calls name it in the way that every profiler
  // knows.
  Range(nvtxDomainHandle_t domain, const nvtxEventAttributes_t& attributes, const char* file,
        unsigned line) noexcept
      : domain_(domain) {
    if (annotate_detail::source_domain != nullptr && file != nullptr) {
      annotate_detail::tell_source(file, line);
    }
    if (domain_ == nullptr) {
      nvtxRangePushEx(&attributes);
    } else {
      nvtxDomainRangePushEx(domain_, &attributes);
    }
  }

  nvtxDomainHandle_t domain_;
};

// A process-wide range that may end on another thread and need not nest. Movable, so that it can
// travel with the work it measures; the object moved from ends nothing. `file` and `line`: as of a
// Range.
class [[nodiscard]] StartEndRange {
 public:
  explicit StartEndRange(const char* label, const char* file = __builtin_FILE(),
                         unsigned line = __builtin_LINE()) noexcept
      : StartEndRange(nvtxDomainHandle_t{}, annotate_detail::attributes(label), file, line) {}
  StartEndRange(const Domain& domain, const char* label, const char* file = __builtin_FILE(),
                unsigned line = __builtin_LINE()) noexcept
      : StartEndRange(domain.handle(), annotate_detail::attributes(label), file, line) {}
  StartEndRange(const char* domain, const char* label) = delete;
  ~StartEndRange() { end(); }
  StartEndRange(StartEndRange&& other) noexcept
      : domain_(other.domain_), id_(other.id_), open_(other.open_) {
    other.open_ = false;
  }
  // Ends the range held so far first.
  StartEndRange& operator=(StartEndRange&& other) noexcept {
    if (this == &other) return *this;
    end();
    domain_ = other.domain_;
    id_ = other.id_;
    open_ = other.open_;
    other.open_ = false;
    return *this;
  }
  StartEndRange(const StartEndRange&) = delete;
  StartEndRange& operator=(const StartEndRange&) = delete;

  // Ends the range before the object's life is over. A second call does nothing.
  void end() noexcept {
    if (!open_) return;
    open_ = false;
    if (domain_ == nullptr) {
      nvtxRangeEnd(id_);
    } else {
      nvtxDomainRangeEnd(domain_, id_);
    }
  }

 private:
  StartEndRange(nvtxDomainHandle_t domain, const nvtxEventAttributes_t& attributes,
                const char* file, unsigned line) noexcept
      : domain_(domain), id_(start(domain, attributes, file, line)) {}

  static nvtxRangeId_t start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t& attributes,
                             const char* file, unsigned line) noexcept {
    if (annotate_detail::source_domain != nullptr && file != nullptr) {
      annotate_detail::tell_source(file, line);
    }
    return domain == nullptr ? nvtxRangeStartEx(&attributes)
                             : nvtxDomainRangeStartEx(domain, &attributes);
  }

  nvtxDomainHandle_t domain_;
  nvtxRangeId_t id_;
  bool open_ = true;  // not `id_ != 0`: which ids a tool hands out is its own business
};

}  // namespace ncu_regions

#include "harness/machine/file_identity.h"

#include <elf.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <string_view>

#include "harness/core/sha256.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kLongestNotes = 1 << 20;
constexpr std::size_t kMostSegments = 4096;
constexpr std::size_t kShortestBuildId = 8;  // bytes; linkers make 8 to 20

// So many bytes from there, or nothing.
std::optional<std::string> read_at(std::ifstream& in, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  in.clear();
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return bytes;
}

template <typename Struct>
std::optional<Struct> struct_at(std::ifstream& in, std::uint64_t offset) {
  const auto bytes = read_at(in, offset, sizeof(Struct));
  if (!bytes) return std::nullopt;
  Struct value;
  std::memcpy(&value, bytes->data(), sizeof(value));
  return value;
}

std::size_t aligned(std::size_t size) { return (size + 3) / 4 * 4; }

// The build id among the notes of a segment.
std::optional<std::string> id_in(std::string_view notes) {
  Elf64_Nhdr note;  // the same as Elf32_Nhdr
  while (notes.size() >= sizeof(note)) {
    std::memcpy(&note, notes.data(), sizeof(note));
    notes.remove_prefix(sizeof(note));
    const std::size_t name = aligned(note.n_namesz);
    const std::size_t whole = name + aligned(note.n_descsz);
    if (whole > notes.size()) return std::nullopt;
    const bool is_id = note.n_type == NT_GNU_BUILD_ID &&
                       notes.substr(0, note.n_namesz) == std::string_view("GNU\0", 4);
    if (is_id && note.n_descsz >= kShortestBuildId)
      return hex_digits(notes.substr(name, note.n_descsz));
    notes.remove_prefix(whole);
  }
  return std::nullopt;
}

template <typename Header, typename Segment>
std::optional<std::string> id_of_segments(std::ifstream& in) {
  const auto header = struct_at<Header>(in, 0);
  if (!header || header->e_phentsize != sizeof(Segment)) return std::nullopt;
  for (std::size_t i = 0; i < header->e_phnum && i < kMostSegments; ++i) {
    const auto segment = struct_at<Segment>(in, header->e_phoff + i * sizeof(Segment));
    if (!segment) return std::nullopt;
    if (segment->p_type != PT_NOTE || segment->p_filesz > kLongestNotes) continue;
    const auto notes = read_at(in, segment->p_offset, segment->p_filesz);
    if (!notes) continue;
    if (auto id = id_in(*notes)) return id;
  }
  return std::nullopt;
}

std::optional<std::string> sha256_of(const std::filesystem::path& file) {
  constexpr std::size_t kPiece = 1 << 20;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  Sha256 hash;
  for (std::string piece(kPiece, '\0'); in.read(piece.data(), kPiece), in.gcount() > 0;) {
    hash.add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  if (in.bad()) return std::nullopt;
  return hex_digits(hash.finish());
}

}  // namespace

std::optional<std::string> gnu_build_id(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  const auto ident = read_at(in, 0, EI_NIDENT);
  const char order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  if (!ident || !ident->starts_with(ELFMAG) || (*ident)[EI_DATA] != order) return std::nullopt;
  if ((*ident)[EI_CLASS] == ELFCLASS64) return id_of_segments<Elf64_Ehdr, Elf64_Phdr>(in);
  if ((*ident)[EI_CLASS] == ELFCLASS32) return id_of_segments<Elf32_Ehdr, Elf32_Phdr>(in);
  return std::nullopt;
}

std::optional<std::string> identity_of(const std::filesystem::path& file) {
  if (const auto id = gnu_build_id(file)) return "build-id:" + *id;
  if (const auto hash = sha256_of(file)) return "sha256:" + *hash;
  return std::nullopt;
}

}  // namespace ncu_regions

#include "harness/render/csv_page.h"

#include <algorithm>

namespace ncu_regions {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

}  // namespace

CsvPage::CsvPage(std::size_t cells, std::size_t bytes) : most_cells_(cells), most_bytes_(bytes) {
  cells_.reserve(cells);
  text_.reserve(bytes);
}

void CsvPage::text(std::uint32_t column, std::string_view content) {
  const std::size_t before = text_.size();
  text_ += '"';
  for (std::size_t at = 0;;) {
    const std::size_t quote = content.find('"', at);
    text_.append(content.substr(at, quote - at));
    if (quote == std::string_view::npos) break;
    text_ += "\"\"";
    at = quote + 1;
  }
  text_ += '"';
  cells_.push_back({column, static_cast<std::uint32_t>(text_.size() - before)});
}

void CsvPage::clear() {
  cells_.clear();
  text_.clear();
  rows_.clear();
}

void CsvPage::write(const std::vector<std::uint32_t>& order,
                    const std::function<void(std::string_view)>& out) const {
  std::string piece;
  piece.reserve(std::min(2 * kPieceBytes, text_.size() + rows_.size() * 3 * order.size()));
  const std::uint32_t last = order.empty() ? 0 : *std::ranges::max_element(order);
  std::vector<std::string_view> in_column(last + std::size_t{1});
  std::size_t at = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::ranges::fill(in_column, std::string_view("\"\""));
    const std::size_t end = row + 1 < rows_.size() ? rows_[row + 1] : cells_.size();
    for (std::size_t i = rows_[row]; i < end; ++i) {
      const auto [column, size] = cells_[i];
      if (column <= last) in_column[column] = std::string_view(text_).substr(at, size);
      at += size;
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0) piece += ',';
      piece += in_column[order[i]];
    }
    piece += '\n';
    if (piece.size() < kPieceBytes) continue;
    out(piece);
    piece.clear();
  }
  out(piece);
}

}  // namespace ncu_regions

//===- StorageExtents.cpp - Extents derived from storage sizes ------------===//
#include "Call/StorageExtents.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

__extension__ using Wide = __int128;

/// Divisors, ascending. Precondition: value > 0.
static std::vector<std::int64_t> divisorsOf(std::int64_t value) {
  std::vector<std::int64_t> divisors = {1};
  const auto multiply = [&](std::int64_t prime, int power) {
    const std::size_t before = divisors.size();
    std::int64_t factor = 1;
    for (int i = 0; i < power; ++i) {
      factor *= prime;
      for (std::size_t j = 0; j < before; ++j)
        divisors.push_back(divisors[j] * factor);
    }
  };
  for (std::int64_t prime = 2; prime * prime <= value; ++prime) {
    int power = 0;
    for (; value % prime == 0; value /= prime)
      ++power;
    multiply(prime, power);
  }
  if (value > 1)
    multiply(value, 1);
  std::sort(divisors.begin(), divisors.end());
  return divisors;
}

/// Elements on the positions with each coordinate of dimension `k`.
static std::vector<std::int64_t> sumsBy(const StorageQuestion &question,
                                        std::size_t k) {
  std::int64_t stride = 1;
  for (std::size_t i = k + 1; i < question.dimensions.size(); ++i)
    stride *= question.dimensions[i].ranks;
  const std::int64_t ranks = question.dimensions[k].ranks;
  std::vector<std::int64_t> sums(static_cast<std::size_t>(ranks), 0);
  for (std::size_t i = 0; i < question.sizes.size(); ++i)
    sums[i / static_cast<std::size_t>(stride) %
         static_cast<std::size_t>(ranks)] += question.sizes[i];
  return sums;
}

/// Whether dimension `k` may be `extent` long where `total` elements are on all
/// positions and `sums` on those of each coordinate.
static bool fits(const StorageQuestion &question, std::size_t k,
                 std::int64_t extent, std::int64_t total,
                 const std::vector<std::int64_t> &sums) {
  const schedule::DimensionLayout &layout = question.dimensions[k];
  const std::int64_t most = question.most[k];
  if (extent < question.least[k] || extent < 1 || (most >= 0 && extent > most))
    return false;
  std::int64_t covered = 0;
  for (std::size_t x = 0; x < sums.size(); ++x) {
    const std::int64_t local =
        layout.localExtent(extent, static_cast<std::int64_t>(x));
    covered += local;
    if (Wide{local} * total != Wide{sums[x]} * extent)
      return false;
  }
  return covered == extent; // gen_block sizes reach that far
}

/// All ways to choose an extent for each dimension whose product is the total.
class Choices {
public:
  Choices(const StorageQuestion &asked, std::int64_t total);

  StorageAnswer answer() {
    std::vector<std::int64_t> chosen;
    choose(chosen, whole);
    return found == 1 ? StorageAnswer{first, false}
                      : StorageAnswer{{}, found > 1};
  }

private:
  void choose(std::vector<std::int64_t> &chosen, std::int64_t rest);
  bool givesSizes(const std::vector<std::int64_t> &chosen) const;

  const StorageQuestion &question;
  std::int64_t whole;
  std::vector<std::vector<std::int64_t>> candidates;
  std::vector<std::int64_t> first;
  int found = 0;
};

Choices::Choices(const StorageQuestion &asked, std::int64_t total)
    : question(asked), whole(total) {
  const std::vector<std::int64_t> divisors = divisorsOf(total);
  for (std::size_t k = 0; k < question.dimensions.size(); ++k) {
    const std::vector<std::int64_t> sums = sumsBy(question, k);
    const std::int64_t known = question.extents[k];
    auto &own = candidates.emplace_back();
    if (known >= 0)
      own = {known};
    else
      std::copy_if(divisors.begin(), divisors.end(), std::back_inserter(own),
                   [&](std::int64_t extent) {
                     return fits(question, k, extent, total, sums);
                   });
  }
}

/// The sums have been compared; here every size is.
bool Choices::givesSizes(const std::vector<std::int64_t> &chosen) const {
  for (std::size_t i = 0; i < question.sizes.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t size = 1;
    for (std::size_t k = chosen.size(); k-- > 0;) {
      const schedule::DimensionLayout &layout = question.dimensions[k];
      size *= layout.localExtent(chosen[k], rest % layout.ranks);
      rest /= layout.ranks;
    }
    if (size != question.sizes[i])
      return false;
  }
  return true;
}

void Choices::choose(std::vector<std::int64_t> &chosen, std::int64_t rest) {
  const std::size_t k = chosen.size();
  if (k == candidates.size()) {
    if (rest != 1 || !givesSizes(chosen))
      return;
    if (found++ == 0)
      first = chosen;
    return;
  }
  for (const std::int64_t extent : candidates[k]) {
    if (found > 1)
      return;
    if (extent == 0 || rest % extent != 0)
      continue;
    chosen.push_back(extent);
    choose(chosen, rest / extent);
    chosen.pop_back();
  }
}

StorageAnswer extentsOf(const StorageQuestion &question) {
  std::int64_t total = 0;
  for (const std::int64_t size : question.sizes)
    if (size < 0 || __builtin_add_overflow(total, size, &total))
      return {};
  if (total == 0)
    return {};
  return Choices(question, total).answer();
}

} // namespace redist::runtime

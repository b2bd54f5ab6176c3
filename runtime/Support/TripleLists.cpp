//===- TripleLists.cpp - Lists of triples of numbers ----------------------===//
#include "Support/TripleLists.h"

#include <utility>

namespace redist::runtime {

static_assert(sizeof(Triple) == 6 * sizeof(TripleLists::Word));

TripleLists::TripleLists(std::vector<Shape> ofLists)
    : shapes(std::move(ofLists)) {
  makeRoom();
}

void TripleLists::makeRoom() {
  std::int64_t total = 0;
  begins.reserve(shapes.size());
  for (const Shape &shape : shapes) {
    begins.push_back(total);
    total += shape.size();
  }
  all = std::make_unique_for_overwrite<Word[]>(static_cast<std::size_t>(total));
}

} // namespace redist::runtime

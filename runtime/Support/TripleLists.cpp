//===- TripleLists.cpp - Lists of triples of numbers ----------------------===//
#include "Support/TripleLists.h"

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

TripleLists TripleLists::select(const std::vector<std::int64_t> &chosen) && {
  TripleLists made;
  for (const std::int64_t list : chosen) {
    const auto i = static_cast<std::size_t>(list);
    made.shapes.push_back(list < 0 ? Shape() : shapes[i]);
    made.begins.push_back(list < 0 ? 0 : begins[i]);
  }
  made.all = std::move(all);
  return made;
}

} // namespace redist::runtime

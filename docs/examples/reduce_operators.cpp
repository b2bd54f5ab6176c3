//===- reduce_operators.cpp - Operators, built in and named ---------------===//
//
// What may stand in front of the colon: an operator of the language, min and
// max, or the name of anything that is called with two values. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

struct Peak {
  int height, place;
};

/// A value from two values.
static Peak higher(const Peak &a, const Peak &b) {
  return b.height > a.height ? b : a;
}

/// One into the other.
static void unite(std::vector<int> &into, const std::vector<int> &from) {
  into.insert(into.end(), from.begin(), from.end());
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

/// A template: the type of the item tells which instance.
template <typename T> static T divisor(const T &a, const T &b) {
  return std::gcd(a, b);
}

static void builtIn() {
  int least = 10 + worldRank(), product = worldRank() + 1;
  bool isEven = worldRank() % 2 == 0;
#pragma reduce(min : least)
#pragma reduce(* : product)
#pragma reduce(|| : isEven)
  show("least", least);
  show("product", product);
  show("any is even", isEven);
}

static void named() {
  const int rank = worldRank();
  Peak peak = {rank * (5 - rank), rank}; // 0, 4, 6 and 6
#pragma reduce(higher : peak) ordered
  show("place of the peak", peak.place); // of the first of two

  std::vector<int> colours = {rank / 2, 7};
#pragma reduce(unite : colours)
  show("colours", colours);

  long step = 12 * (rank + 1);
#pragma reduce(divisor : step)
  show("step", static_cast<int>(step));
}

static void objects() {
  const int limit = 8;
  const auto atMost = [limit](int a, int b) { return std::min(a + b, limit); };
  int sum = worldRank() + 1;
#pragma reduce(atMost : sum)
  show("sum, 8 at most", sum);

  const std::bit_xor<> differ;
  unsigned bits = 1u << worldRank();
#pragma reduce(differ : bits)
  show("bits", static_cast<int>(bits));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  builtIn();
  named();
  objects();
  MPI_Finalize();
}

// What comes out is C++17 without a warning wherever a statement may stand, and
// the source itself compiles with the pragmas ignored.
//
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++20 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -Wno-unknown-pragmas -Wno-unused %s
#include <mpi.h>

#include <array>
#include <cstddef>
#include <vector>

// Names of the user that look like ours.
namespace user {
namespace redist {
struct layout {};
} // namespace redist
namespace std {
struct uint32_t {};
} // namespace std
inline void shadowed(::std::vector<int> &a) {
#pragma redistribute a[9] from(cyclic(3) onto(2)) to(cyclic(1) onto(2))
}
} // namespace user

enum Team { small = 2, large = 4 };
constexpr unsigned blockSize = 3;

template <typename T, ::std::size_t N> struct Pair {
  std::array<T, N> front{};
  T back[N]{};
  void reblock(std::size_t n) {
    if constexpr (sizeof(T) > 1) {
#pragma redistribute front[n] from(cyclic(blockSize) onto(small)) \
    to(cyclic onto(large)) into(back)
    } else {
#pragma redistribute this->back[n] from(block onto(small)) to(block onto(large))
    }
  }
};

static int calls;
static unsigned short extentOnce() {
  ++calls;
  return 10;
}

static void places(std::vector<double> &a, const double *source, long long n,
                   MPI_Comm comm, bool wanted) {
  const auto lambda = [&a, n](auto ranks) {
#pragma redistribute a[n] from(cyclic(2) onto(ranks)) to(block onto(ranks))
  };
  lambda(3);
  switch (n) {
  case 1: {
#pragma redistribute a[n] from(cyclic(2) onto(4)) to(block(5) onto(4))
    break;
  }
  default:
    break;
  }
  for (int i = 0; i < 2; ++i) {
#pragma redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(7) onto(4) at(i))
  }
  if (wanted)
    goto end;
  // The expressions hold a comparison, a lambda, a quote and a '?'.
#pragma redistribute source[extentOnce()] into(a) comm((comm)) \
    from(cyclic(n > 3 ? 2 : '\x03') onto([] { return 4; }())) \
    to(cyclic(1 << 1) onto(sizeof(int) * 1)) strategy(direct)
  _Pragma("redistribute a[n] from(cyclic(2) onto(2)) to(cyclic(4) onto(2))") n = 0;
end:;
}

void use(std::vector<int> &a, std::vector<double> &b) {
  user::shadowed(a);
  Pair<int, 8>().reblock(8);
  Pair<char, 8>().reblock(8);
  places(b, b.data(), 4, MPI_COMM_SELF, true);
}

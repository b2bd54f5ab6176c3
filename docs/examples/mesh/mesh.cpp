//===- mesh.cpp - A mesh dealt along a space-filling curve --------------===//
//
// Vertices of a triangulated square lie in the order of their numbers. They are
// dealt anew so that each rank has a compact piece: along Hilbert's curve, in
// parts of nearly equal size. Then sweeps replace each value by a mean with its
// neighbours', for which a rank gets the vertices that border on its piece. The
// result is that of a serial program, bit for bit, on any number of ranks.
//
//   mpirun -n 4 ./mesh [vertices along a side] [sweeps]
//
//===----------------------------------------------------------------------===//
#include "Mesh.h"

#include <redist/redist.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

static double firstValue(const Vertex &vertex) {
  return std::sin(6 * vertex.x) + vertex.y;
}

static double swept(const Vertex &vertex, double own, const auto &valueOf) {
  double sum = 0;
  for (int k = 0; k < vertex.degree; ++k)
    sum += valueOf(vertex.neighbours[k]);
  return 0.5 * own + 0.5 * sum / vertex.degree;
}

static std::vector<double> serial(const Mesh &mesh, int sweeps) {
  std::vector<double> values;
  for (int v = 0; v < mesh.vertices(); ++v)
    values.push_back(firstValue(mesh.vertex(v)));
  std::vector<double> next = values;
  for (int sweep = 0; sweep < sweeps; ++sweep, std::swap(values, next))
    for (int v = 0; v < mesh.vertices(); ++v)
      next[v] = swept(mesh.vertex(v), values[v],
                      [&](int neighbour) { return values[neighbour]; });
  return values;
}

/// The owner of each of this rank's vertices: the curve is cut where the parts
/// before are as long as they should be.
static std::vector<int> ownersOf(const std::vector<Vertex> &vertices, int n,
                                 int size) {
  constexpr int bins = 4096;
  std::vector<int> histogram(bins, 0), ownerOfBin(bins), owners;
  const auto binOf = [](const Vertex &vertex) {
    return placeOnCurve(vertex.x, vertex.y) / 4096;
  };
  for (const Vertex &vertex : vertices)
    ++histogram[binOf(vertex)];
#pragma reduce(+ : histogram[0 : bins])
  for (long bin = 0, before = 0; bin < bins; before += histogram[bin++])
    ownerOfBin[bin] = static_cast<int>(before * size / n);
  for (const Vertex &vertex : vertices)
    owners.push_back(ownerOfBin[binOf(vertex)]);
  return owners;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const Mesh mesh(argc > 1 ? std::atoi(argv[1]) : 100);
  const int sweeps = argc > 2 ? std::atoi(argv[2]) : 20;
  const int n = mesh.vertices();

  // As the file of a mesh would be read: by blocks of numbers.
  const int block = (n + size - 1) / size;
  std::vector<Vertex> vertices;
  for (int v = rank * block; v < std::min(n, (rank + 1) * block); ++v)
    vertices.push_back(mesh.vertex(v));

  std::vector<int> owner = ownersOf(vertices, n, size);
#pragma redistribute owner[n] from(block onto(size)) to(* onto(copies(size)))
#pragma redistribute vertices[n] from(block onto(size))                        \
    to(indirect(owner) onto(size))

  std::vector<int> own, ghosts;
  for (int v = 0; v < n; ++v)
    if (owner[v] == rank)
      own.push_back(v);
  for (const Vertex &vertex : vertices)
    for (int k = 0; k < vertex.degree; ++k)
      if (owner[vertex.neighbours[k]] != rank)
        ghosts.push_back(vertex.neighbours[k]);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());

  std::vector<double> values, outside;
  for (const Vertex &vertex : vertices)
    values.push_back(firstValue(vertex));
  const auto valueOf = [&](int neighbour) {
    const bool isOwn = owner[neighbour] == rank;
    const std::vector<int> &numbers = isOwn ? own : ghosts;
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), neighbour);
    return (isOwn ? values : outside)[at - numbers.begin()];
  };
  std::vector<double> next(values.size());
  for (int sweep = 0; sweep < sweeps; ++sweep, std::swap(values, next)) {
#pragma redistribute values[n] from(listed(own) onto(size))                    \
    to(listed(ghosts) onto(size)) into(outside)
    for (std::size_t i = 0; i < values.size(); ++i)
      next[i] = swept(vertices[i], values[i], valueOf);
  }

  std::vector<double> all;
#pragma redistribute values[n] from(listed(own) onto(size)) to(* onto(1))      \
    into(all)
  long bordering = static_cast<long>(ghosts.size());
#pragma reduce(+ : bordering) root(0)
  bool isRight = true;
  if (rank == 0) {
    isRight = all == serial(mesh, sweeps);
    std::printf("%d vertices on %d ranks, %ld values of neighbours a sweep: "
                "%s\n",
                n, size, bordering,
                isRight ? "the same as in the serial program"
                        : "NOT as in the serial program");
    std::fflush(stdout);
  }
  MPI_Finalize();
  return isRight ? 0 : 1;
}

// clang-format on

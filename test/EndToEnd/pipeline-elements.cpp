// Stages change the elements of arrays one after the other.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | sort -u | diff %t.out -
#include <array>
#include <cmath>
#include <cstdio>
#include <mpi.h>
#include <vector>
struct Point {
  double x, y;
};
static std::array<long, 40> fixed{};
static long change(std::vector<double> &values, int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    values[i] = values[i] * 2 + 1;
#pragma pipeline stage
    if (i % 3 == 0)
      values[i] = std::sqrt(values[i]);
#pragma pipeline stage
    sum += static_cast<long>(values[i] * 100);
  }
  return sum;
}
struct Filter {
  std::vector<float> samples = std::vector<float>(50, 1.5f);
  void run() {
#pragma pipeline
    for (std::size_t i = 0; i < samples.size(); ++i) {
#pragma pipeline stage
      samples[i] += static_cast<float>(i);
#pragma pipeline stage
      samples[i] *= 0.5f;
    }
  }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values(30);
  for (int i = 0; i < 30; ++i)
    values[i] = i;
  long plain[40] = {};
  std::vector<Point> points(40, Point{1, 2});
  long checks = 0;
#pragma pipeline
  for (int i = 39; i >= 0; i -= 2) {
#pragma pipeline stage
    {
      plain[i] = plain[i] + i;
      points[i].x += i;
      fixed[i] = 2 * i;
    }
#pragma pipeline stage
    {
      plain[i] *= 3;
      points[i].y = points[i].x * 2;
      ++fixed[i];
    }
#pragma pipeline stage
    checks += plain[i] + static_cast<long>(points[i].y) + fixed[i];
  }
  const long sum = change(values, 25);
  Filter filter;
  filter.run();
  double all = 0;
  for (const double v : values)
    all = all * 0.9 + v;
  for (const Point &p : points)
    all = all * 0.9 + p.x - p.y;
  for (const long v : plain)
    all = all * 0.9 + v;
  for (const long v : fixed)
    all = all * 0.9 + v;
  for (const float v : filter.samples)
    all = all * 0.9 + v;
  std::printf("%ld %ld %.9f\n", sum, checks, all);
  MPI_Finalize();
}

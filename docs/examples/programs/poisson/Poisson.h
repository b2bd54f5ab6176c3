//===- Poisson.h - The serial parts of both Poisson solvers ----*- C++ -*-===//
//
// Part of the example poisson: options, the problem and its known solution, and
// the work on a box of the grid. poisson.cpp and poisson_mpi.cpp share it. A
// box is what one rank has; its elements lie row by row. No MPI, no directives.
//
// The problem: -div grad u = f in the periodic cube [0, 2 pi)^3. The program is
// given f of u = exp(cos x + cos y + cos z), and finds u up to its mean value.
//
//===----------------------------------------------------------------------===//
#ifndef POISSON_POISSON_H
#define POISSON_POISSON_H

#include <fftw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

using Complex = std::complex<double>;
using Extents = std::array<std::int64_t, 3>;

/// A rank's part of a grid: indices [begin, begin + count) of each axis.
struct Box {
  Extents begin{}, count{};

  std::int64_t size() const { return count[0] * count[1] * count[2]; }
  /// Lines of the last axis.
  std::int64_t lines() const { return count[0] * count[1]; }
};

struct Options {
  Extents points{64, 64, 64};
  bool pencils = false;
  int repeat = 1;
  std::string output; ///< empty: the solution is not written
};

/// For what is wrong with the options.
inline std::invalid_argument wrongUse(const std::string &problem) {
  return std::invalid_argument(
      problem + "\nusage: poisson [--points N|NxMxK] "
                "[--layout slabs|pencils] [--repeat N] [--output FILE]");
}

/// From 1 to 8192, so that lines can be counted by int; what else stands there
/// is an error that names the option.
inline int numberOf(const std::string &option, const std::string &text) {
  char *end = nullptr;
  const long number = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != 0 || number < 1 || number > 8192)
    throw wrongUse(option +
                   ": expected a number from 1 to 8192, "
                   "found '" +
                   text + "'");
  return static_cast<int>(number);
}

/// "64", or "64x48x80".
inline Extents pointsOf(const std::string &option, const std::string &text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == 'x')
      parts.emplace_back();
    else
      parts.back() += c;
  if (parts.size() == 1)
    parts.assign(3, parts.front());
  if (parts.size() != 3)
    throw wrongUse(option + ": expected N or NxMxK, found '" + text + "'");
  Extents points;
  for (std::size_t k = 0; k < 3; ++k)
    points[k] = numberOf(option, parts[k]);
  return points;
}

/// Throws std::invalid_argument, on every rank the same.
inline Options optionsOf(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc)
      throw wrongUse(option + ": a value is missing");
    const std::string value = argv[i + 1];
    if (option == "--points")
      options.points = pointsOf(option, value);
    else if (option == "--repeat")
      options.repeat = numberOf(option, value);
    else if (option == "--output")
      options.output = value;
    else if (option == "--layout" && (value == "slabs" || value == "pencils"))
      options.pencils = value == "pencils";
    else if (option == "--layout")
      throw wrongUse("--layout: expected slabs or pencils, found '" + value +
                     "'");
    else
      throw wrongUse("unknown option '" + option + "'");
  }
  return options;
}

/// Ranks along the two axes that are dealt: slabs are pencils on P x 1 ranks.
inline std::array<int, 2> rankGrid(bool pencils, int ranks) {
  int columns = 1;
  if (pencils)
    for (int c = 1; c * c <= ranks; ++c)
      if (ranks % c == 0)
        columns = c;
  return {ranks / columns, columns};
}

inline double solution(double x, double y, double z) {
  return std::exp(std::cos(x) + std::cos(y) + std::cos(z));
}

/// The mean value of the solution over the cube.
inline double meanOfSolution() {
  const double mean = std::cyl_bessel_i(0.0, 1.0);
  return mean * mean * mean;
}

/// f = -div grad u.
inline double source(double x, double y, double z) {
  const double sum = std::cos(x) + std::cos(y) + std::cos(z);
  const double gradient = std::pow(std::sin(x), 2) + std::pow(std::sin(y), 2) +
                          std::pow(std::sin(z), 2);
  return (sum - gradient) * std::exp(sum);
}

/// visit(x, y, z, value) for the elements of a box.
template <typename Visit>
void forEachPoint(const Box &box, const Extents &points, double *values,
                  Visit &&visit) {
  const auto at = [&](std::size_t axis, std::int64_t index) {
    return 2 * std::acos(-1.0) * static_cast<double>(box.begin[axis] + index) /
           static_cast<double>(points[axis]);
  };
  for (std::int64_t i = 0; i < box.count[0]; ++i)
    for (std::int64_t j = 0; j < box.count[1]; ++j)
      for (std::int64_t k = 0; k < box.count[2]; ++k)
        visit(at(0, i), at(1, j), at(2, k), *values++);
}

inline void fillSource(const Box &box, const Extents &points, double *values) {
  forEachPoint(box, points, values,
               [](double x, double y, double z, double &value) {
                 value = source(x, y, z);
               });
}

/// Largest difference from the known solution; infinite where one is no number.
inline double largestError(const Box &box, const Extents &points,
                           double *values) {
  const double mean = meanOfSolution();
  double largest = 0;
  forEachPoint(
      box, points, values, [&](double x, double y, double z, double value) {
        const double error = std::abs(value - (solution(x, y, z) - mean));
        largest = std::isnan(error) ? HUGE_VAL : std::max(largest, error);
      });
  return largest;
}

/// The wave number of a coefficient: 0, 1, ..., -2, -1.
inline double waveNumber(std::int64_t index, std::int64_t points) {
  return static_cast<double>(2 * index <= points ? index : index - points);
}

/// Divides coefficients by the squares of their wave numbers, and by the number
/// of points, which FFTW's transforms there and back multiply by. The axes of
/// the box are y, z, x: the order after the last turn.
inline void divide(const Box &box, const Extents &points, Complex *values) {
  const double scale =
      1.0 / static_cast<double>(points[0] * points[1] * points[2]);
  for (std::int64_t j = 0; j < box.count[0]; ++j)
    for (std::int64_t k = 0; k < box.count[1]; ++k) {
      const double y = waveNumber(box.begin[0] + j, points[1]);
      const double z = waveNumber(box.begin[1] + k, points[2]);
      for (std::int64_t i = 0; i < box.count[2]; ++i) {
        const double x = waveNumber(box.begin[2] + i, points[0]);
        const double square = x * x + y * y + z * z;
        *values++ *= square > 0 ? scale / square : 0;
      }
    }
}

/// The transforms of all lines of the last axis. FFTW plans at the first call;
/// later ones have as many lines, in storage that is as well aligned.
class Lines {
public:
  enum class Kind { RealToComplex, Forward, Backward, ComplexToReal };

  Lines(Kind kind, std::int64_t length)
      : kind(kind), length(static_cast<int>(length)) {}
  ~Lines() {
    if (plan)
      fftw_destroy_plan(plan);
  }
  Lines(const Lines &) = delete;
  Lines &operator=(const Lines &) = delete;

  /// `real` is read or written where the kind says so.
  void transform(std::int64_t lines, Complex *data, double *real = nullptr) {
    if (lines == 0)
      return;
    auto *const complex = reinterpret_cast<fftw_complex *>(data);
    if (!plan)
      plan = makePlan(static_cast<int>(lines), complex, real);
    if (kind == Kind::RealToComplex)
      fftw_execute_dft_r2c(plan, real, complex);
    else if (kind == Kind::ComplexToReal)
      fftw_execute_dft_c2r(plan, complex, real);
    else
      fftw_execute_dft(plan, complex, complex);
  }

private:
  fftw_plan makePlan(int lines, fftw_complex *complex, double *real) const {
    const int half = length / 2 + 1;
    if (kind == Kind::RealToComplex)
      return fftw_plan_many_dft_r2c(1, &length, lines, real, nullptr, 1, length,
                                    complex, nullptr, 1, half, FFTW_ESTIMATE);
    if (kind == Kind::ComplexToReal)
      return fftw_plan_many_dft_c2r(1, &length, lines, complex, nullptr, 1,
                                    half, real, nullptr, 1, length,
                                    FFTW_ESTIMATE);
    return fftw_plan_many_dft(
        1, &length, lines, complex, nullptr, 1, length, complex, nullptr, 1,
        length, kind == Kind::Forward ? FFTW_FORWARD : FFTW_BACKWARD,
        FFTW_ESTIMATE);
  }

  Kind kind;
  int length;
  fftw_plan plan = nullptr;
};

/// The six transforms of a solution.
struct Transforms {
  explicit Transforms(const Extents &points)
      : zForward(Lines::Kind::RealToComplex, points[2]),
        yForward(Lines::Kind::Forward, points[1]),
        xForward(Lines::Kind::Forward, points[0]),
        xBackward(Lines::Kind::Backward, points[0]),
        yBackward(Lines::Kind::Backward, points[1]),
        zBackward(Lines::Kind::ComplexToReal, points[2]) {}

  Lines zForward, yForward, xForward, xBackward, yBackward, zBackward;
};

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// What both programs print at the end.
inline std::string reportOf(const Options &options,
                            const std::array<int, 2> &grid, double error,
                            double seconds) {
  char text[200];
  std::snprintf(text, sizeof text,
                "poisson: %lld x %lld x %lld points in %s on %d x %d ranks: "
                "largest error %.1e, %.3f ms\n",
                static_cast<long long>(options.points[0]),
                static_cast<long long>(options.points[1]),
                static_cast<long long>(options.points[2]),
                options.pencils ? "pencils" : "slabs", grid[0], grid[1], error,
                1e3 * seconds);
  return text;
}

#endif

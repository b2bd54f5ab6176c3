// Mathematics touches no memory, whatever function of a library does it.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp
#include <cmath>
#include <complex>

inline long number = 0, *place = &number;
long &placed(long *where) { return *(place = where); }
void functions(int n, long *counts) {
  std::complex<double> sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::complex<double> z(i, 1);
    std::complex<float> w(1, 2);
    __int128 large = i;
    __float128 exact = i;
    double x = i;
#pragma pipeline stage
    counts[i % 4] += i;
#pragma pipeline stage
    {
      z = std::sqrt(z * z / std::pow(z, 2.0)) + std::polar(2.0, std::arg(z));
      w = std::exp(w / w);
      large = large * 1000003 % 998244353 / 7;
      exact = exact * 3 / 7;
      x = std::abs(z) + std::abs(w) + jn(2, x) + std::lgamma(x) + double(large);
    }
#pragma pipeline stage
    sum += z + x + double(exact);
  }
}

// Two stages call the same functions of mathematics, of each precision: none of
// them keeps anything but errno, and the sign of lgamma where it is read.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp
// RUN: not %redistc %s -o %t.cpp -- -DREADS_SIGN 2>&1 | FileCheck %s
#include <cmath>

template <typename T> T roundings(T x, T y) {
  return std::ceil(x) + std::floor(x) + std::trunc(x) + std::round(x) +
         std::rint(x) + std::nearbyint(x) + static_cast<T>(std::lround(x)) +
         static_cast<T>(std::llround(x) + std::lrint(x) + std::llrint(x)) +
         std::fmod(x, y) + std::remainder(x, y);
}
template <typename T> T parts(T x, T y) {
  int exponent = 0;
  T whole = 0;
  return std::remquo(x, y, &exponent) + std::frexp(x, &exponent) +
         std::modf(x, &whole) + std::ldexp(x, 2) + std::scalbn(x, 2) +
         std::scalbln(x, 2L) + static_cast<T>(std::ilogb(x)) + std::logb(x) +
         std::nextafter(x, y) + std::nexttoward(x, 1.0L) + whole;
}
template <typename T> T transcendental(T x, T y) {
  return std::acos(x) + std::asin(x) + std::atan(x) + std::atan2(x, y) +
         std::cos(x) + std::sin(x) + std::tan(x) + std::acosh(y) +
         std::asinh(x) + std::atanh(x) + std::cosh(x) + std::sinh(x) +
         std::tanh(x) + std::exp(x) + std::exp2(x) + std::expm1(x) +
         std::log(y) + std::log2(y) + std::log10(y) + std::log1p(x) +
         std::pow(y, x) + std::sqrt(y) + std::cbrt(x) + std::hypot(x, y) +
         std::fma(x, y, x) + std::erf(x) + std::erfc(x) + std::tgamma(y) +
         std::lgamma(y);
}
template <typename T> T comparisons(T x, T y) {
  return std::fabs(x) + std::fdim(x, y) + std::fmax(x, y) + std::fmin(x, y) +
         std::copysign(x, y) + static_cast<T>(std::signbit(x)) +
         static_cast<T>(std::isfinite(x) + std::isnan(x) + std::isnormal(x)) +
         static_cast<T>(std::fpclassify(x));
}
template <typename T> T all(T x) {
  const T y = x + 2;
  return roundings(x, y) + parts(x, y) + transcendental(x, y) +
         comparisons(x, y);
}

void functions(int n, double &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    float x = static_cast<float>(i);
    double y = i;
    long double z = i;
#pragma pipeline stage
    {
      x = all(x);
      y = all(y);
      z = all(z);
#ifdef READS_SIGN
      y += signgam; // CHECK: error: the sign of 'lgamma' is read by stage 1
#endif
    }
#pragma pipeline stage
    sum += all(x) + all(y) + static_cast<double>(all(z));
  }
}

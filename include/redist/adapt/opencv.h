//===- opencv.h - Matrices of OpenCV ----------------------------*- C++ -*-===//
//
// Storage of cv::Mat_<T>, with rows that may be padded. cv::Mat tells the type
// of its elements only when the program runs, so that no directive takes it: a
// cv::Mat_<T> of it shares the elements. Elements of several channels, cv::Vec
// and its kin, are arrays of numbers. A value that travels arrives in memory of
// its own.
//
// To be included after OpenCV; redistc does so where a directive needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_OPENCV_H
#define REDIST_ADAPT_OPENCV_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

#include <vector>

namespace redist {
namespace detail {

/// A cv::Vec has constructors of its own, but is an array.
template <typename T> struct opencv_element {
  using type = T;
};
template <typename T, int N> struct opencv_element<cv::Vec<T, N>> {
  using type = T[static_cast<std::size_t>(N)];
};

} // namespace detail

template <typename T> struct storage_traits<cv::Mat_<T>> {
  using element = typename detail::opencv_element<T>::type;
  static constexpr std::size_t dimensions = any_dimensions;
  static constexpr bool is_owner = true;

  static element *data(cv::Mat_<T> &x) {
    return reinterpret_cast<element *>(x.data);
  }
  static const element *data(const cv::Mat_<T> &x) {
    return reinterpret_cast<const element *>(x.data);
  }
  static std::size_t dimension_count(const cv::Mat_<T> &x) {
    return static_cast<std::size_t>(x.dims);
  }
  static std::int64_t extent(const cv::Mat_<T> &x, std::size_t k) {
    return x.size[static_cast<int>(k)];
  }
  /// Rows of cv::Mat are padded by whole elements: it checks that.
  static std::int64_t stride(const cv::Mat_<T> &x, std::size_t k) {
    return static_cast<std::int64_t>(x.step[static_cast<int>(k)] / sizeof(T));
  }
  static void resize(cv::Mat_<T> &x, const std::int64_t *extents,
                     std::size_t count) {
    const std::vector<int> wanted(extents, extents + count);
    x.create(static_cast<int>(count), wanted.data());
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif

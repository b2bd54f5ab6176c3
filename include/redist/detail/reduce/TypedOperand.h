//===- TypedOperand.h - Items and operator of one reduction ----*- C++ -*-===//
//
// The operand that the runtime drives (Operand.h), made of the operator and a
// part for each item (OperandParts.h). Several items share a message: where all
// are of fixed size one after the other, each aligned; otherwise in the order
// of the items, as the archives write them. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_TYPEDOPERAND_H
#define REDIST_DETAIL_REDUCE_TYPEDOPERAND_H

#include "redist/Reduction.h"
#include "redist/detail/reduce/BuiltinReduction.h"
#include "redist/detail/reduce/OperandParts.h"

#include <complex>
#include <tuple>

namespace redist::detail {

template <typename T> struct builtin_type_of {
  static constexpr builtin_type value = builtin_type_of_number<T>();
  static constexpr std::int64_t numbers = 1;
};
template <typename T> struct builtin_type_of<std::complex<T>> {
  static constexpr builtin_type value = builtin_type_of_number<T>();
  static constexpr std::int64_t numbers = 2;
};

/// `Operator` may be a reference: then it must live as long as the operand.
template <typename Operator, typename... Parts>
class typed_operand final : public operand {
  using callable = std::remove_reference_t<Operator>;
  static constexpr bool are_fixed = (Parts::is_fixed && ...);
  static constexpr bool are_small = (Parts::is_small && ...);

public:
  /// A few numbers, as the types tell, and a built-in operator.
  static constexpr bool is_small_builtin =
      are_small && builtin_operator_of<callable>() != builtin_operator::none &&
      ((builtin_type_of<typename Parts::element>::value !=
        builtin_type::none) &&
       ...);

  template <typename... Rows>
  typed_operand(Operator given, const reduction &what, const Rows &...rows)
      : op(static_cast<Operator &&>(given)), clauses(what), parts(rows...) {
    static_assert((combines<callable, typename Parts::element>() && ...),
                  "the operator does not fit an item: T f(const T &, const T "
                  "&) or void f(T &into, const T &from) is needed");
  }

  std::int64_t fixed_bytes() const override {
    if constexpr (are_fixed) {
      std::size_t total = 0;
      for_each_place([&](const auto &part, std::size_t place) {
        total = place + part.bytes();
      });
      return static_cast<std::int64_t>(total);
    } else {
      return -1;
    }
  }

  std::int64_t grain_bytes() const override {
    if constexpr (are_fixed && sizeof...(Parts) == 1)
      return static_cast<std::int64_t>((sizeof(typename Parts::element) + ...));
    else
      return 0;
  }

  void append_shape(std::vector<std::int64_t> &words) const override {
    int item = 0;
    for_each_part([&](const auto &part) {
      const auto &row = part.elements();
      check_section(++item, row.given.lower, row.given.count, row.given.stride,
                    row.given.available, row.first == nullptr);
      words.push_back(row.given.count);
    });
  }

  bool is_exact() const override {
    if (clauses.is_exact)
      return true;
    // What is chosen from a total order is the same in whatever order.
    if (clauses.is_ordered || is_selection<callable>::value)
      return (is_exact_type<typename Parts::element, true>::value && ...);
    return (is_exact_type<typename Parts::element, false>::value && ...);
  }

  bool is_noexcept() const override { return are_small && is_quiet(); }
  bool is_quiet() const override {
    return are_fixed &&
           (combines_quietly<callable, typename Parts::element>() && ...);
  }

  builtin_reduction builtin() const override {
    constexpr builtin_operator which = builtin_operator_of<callable>();
    constexpr builtin_type type = common_type();
    if constexpr (which == builtin_operator::none ||
                  type == builtin_type::none) {
      return {};
    } else {
      std::int64_t count = 0;
      for_each_part([&](const auto &part) {
        using element = typename std::decay_t<decltype(part)>::element;
        count += part.elements().count * builtin_type_of<element>::numbers;
      });
      constexpr bool is_complex =
          ((builtin_type_of<typename Parts::element>::numbers > 1) || ...);
      return {which, type, count, is_complex,
              (Parts::has_constant_count && ...)};
    }
  }

  void append_memory(std::vector<memory_row> &rows) const override {
    for_each_part([&](const auto &part) { part.append_memory(rows); });
  }

  std::byte *in_place() override {
    if constexpr (are_fixed && sizeof...(Parts) == 1) {
      const auto &row = std::get<0>(parts).elements();
      if (row.is_contiguous())
        return reinterpret_cast<std::byte *>(row.first);
    }
    return nullptr;
  }

  void begin() override {
    for_each_part([](auto &part) { part.begin(); });
  }
  void restart() override {
    for_each_part([](auto &part) { part.restart(); });
  }

  byte_view pack(std::vector<std::byte> &buffer) const override {
    if constexpr (!are_fixed) {
      buffer.clear();
      output_archive archive(buffer);
      for_each_part([&](const auto &part) { save(archive, part); });
      return {buffer.data(), buffer.size()};
    } else {
      const auto size = static_cast<std::size_t>(fixed_bytes());
      const auto &first = std::get<0>(parts);
      if (sizeof...(Parts) == 1 && first.is_contiguous())
        return {first.data(), size};
      std::byte *to = packed;
      if (size > sizeof packed) {
        if (buffer.size() < size)
          buffer.resize(size);
        to = buffer.data();
      }
      for_each_place(
          [&](const auto &part, std::size_t place) { part.write(to + place); });
      return {to, size};
    }
  }

  void combine(std::byte *received, std::size_t size, bool is_left,
               std::size_t offset) override {
    if constexpr (!are_fixed) {
      input_archive archive(received, size);
      for_each_part([&](auto &part) { load(archive, part, is_left); });
    } else if constexpr (sizeof...(Parts) == 1) {
      std::get<0>(parts).combine(op, received, size, is_left, offset);
    } else {
      for_each_place([&](auto &part, std::size_t place) {
        part.combine(op, received + place, part.bytes(), is_left, 0);
      });
    }
  }

  void combine_bytes(std::byte *into, std::byte *from,
                     std::size_t size) override {
    if constexpr (are_fixed && sizeof...(Parts) == 1)
      (Parts::combine_bytes(op, into, from, size), ...);
    else if constexpr (are_fixed)
      for_each_place([&](auto &part, std::size_t place) {
        part.combine_bytes(op, into + place, from + place, part.bytes());
      });
  }

  /// Received values are op()'s left ones: right where sides do not matter.
  bool may_begin_in(const std::byte *received, bool is_left) const override {
    if constexpr (are_fixed && sizeof...(Parts) == 1)
      return (is_left || !clauses.is_ordered) &&
             std::get<0>(parts).template may_begin_in<callable>(received);
    else
      return false;
  }

  void begin_in(std::byte *received) override {
    if constexpr (are_fixed && sizeof...(Parts) == 1 &&
                  (keeps_received<callable, typename Parts::element>() && ...))
      std::get<0>(parts).begin_in(op, received);
  }

  void assign(const std::byte *received, std::size_t size,
              std::size_t offset) override {
    if constexpr (!are_fixed) {
      input_archive archive(received, size);
      for_each_part([&](auto &part) { load(archive, part); });
    } else if constexpr (sizeof...(Parts) == 1) {
      std::get<0>(parts).assign(received, size, offset);
    } else {
      for_each_place([&](auto &part, std::size_t place) {
        part.assign(received + place, part.bytes(), 0);
      });
    }
  }

  void commit() override {
    for_each_part([](auto &part) { part.commit(); });
  }

private:
  template <typename Visit> void for_each_part(Visit visit) {
    std::apply([&](auto &...all) { (visit(all), ...); }, parts);
  }
  template <typename Visit> void for_each_part(Visit visit) const {
    std::apply([&](const auto &...all) { (visit(all), ...); }, parts);
  }
  /// With the place of each part in a message of fixed size.
  template <typename Visit> void for_each_place(Visit visit) {
    std::size_t end = 0;
    for_each_part([&](auto &part) { visit(part, place_of(part, end)); });
  }
  template <typename Visit> void for_each_place(Visit visit) const {
    std::size_t end = 0;
    for_each_part([&](const auto &part) { visit(part, place_of(part, end)); });
  }
  template <typename Part>
  static std::size_t place_of(const Part &part, std::size_t &end) {
    constexpr std::size_t alignment = alignof(typename Part::element);
    const std::size_t place = (end + alignment - 1) / alignment * alignment;
    end = place + part.bytes();
    return place;
  }

  template <typename Part>
  static void save(output_archive &archive, const Part &part) {
    if constexpr (Part::is_fixed)
      part.write(archive.extend(part.bytes()));
    else
      part.save(archive);
  }
  /// The bytes are the caller's of combine(), who lets them be written.
  template <typename Part>
  void load(input_archive &archive, Part &part, bool is_left) {
    if constexpr (Part::is_fixed)
      part.combine(op, const_cast<std::byte *>(archive.take(part.bytes())),
                   part.bytes(), is_left, 0);
    else
      part.combine(op, archive, is_left);
  }
  template <typename Part>
  static void load(input_archive &archive, Part &part) {
    if constexpr (Part::is_fixed)
      part.assign(archive.take(part.bytes()), part.bytes(), 0);
    else
      part.assign(archive);
  }

  /// Of all items' numbers; none where they are not numbers, or not alike.
  static constexpr builtin_type common_type() {
    constexpr builtin_type types[] = {
        builtin_type_of<typename Parts::element>::value...};
    for (const builtin_type type : types)
      if (type != types[0])
        return builtin_type::none;
    return types[0];
  }

  Operator op;
  reduction clauses;
  std::tuple<Parts...> parts;
  /// Several small items, or a few elements with a stride.
  mutable std::byte
      packed[are_small && sizeof...(Parts) > 1
                 ? sizeof...(Parts) * static_cast<std::size_t>(small_bytes + 64)
                 : 1];
};

} // namespace redist::detail

#endif

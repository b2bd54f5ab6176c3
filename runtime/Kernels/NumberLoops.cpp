//===- NumberLoops.cpp - Combining numbers by vectors ---------------------===//
#include "Kernels/NumberLoops.h"

#include "redist/Operators.h"

namespace redist::runtime {

using detail::builtin_operator;
using detail::builtin_type;

/// The operator as reductions apply it.
template <typename Operator> struct OnNumbers {
  template <typename Number>
  Number operator()(Number own, Number arriving) const {
    return detail::combine_numbers(Operator(), own, arriving);
  }
};

/// Null where numbers of the type have no such operator.
template <typename Number, typename Operator>
static constexpr NumberLoop *loopOf() {
  if constexpr (detail::has_builtin<Operator, Number>::value)
    return combineNumbers<Number, OnNumbers<Operator>>;
  else
    return nullptr;
}

template <typename Number> static NumberLoop *loopFor(builtin_operator op) {
  switch (op) {
  case builtin_operator::plus:
    return loopOf<Number, plus>();
  case builtin_operator::multiplies:
    return loopOf<Number, multiplies>();
  case builtin_operator::bit_and:
    return loopOf<Number, bit_and>();
  case builtin_operator::bit_or:
    return loopOf<Number, bit_or>();
  case builtin_operator::bit_xor:
    return loopOf<Number, bit_xor>();
  case builtin_operator::logical_and:
    return loopOf<Number, logical_and>();
  case builtin_operator::logical_or:
    return loopOf<Number, logical_or>();
  case builtin_operator::minimum:
    return loopOf<Number, minimum>();
  case builtin_operator::maximum:
    return loopOf<Number, maximum>();
  case builtin_operator::none:
    break;
  }
  return nullptr;
}

NumberLoop *numberLoop(builtin_type type, builtin_operator op) {
  switch (type) {
  case builtin_type::boolean:
    return loopFor<bool>(op);
  case builtin_type::int8:
    return loopFor<std::int8_t>(op);
  case builtin_type::int16:
    return loopFor<std::int16_t>(op);
  case builtin_type::int32:
    return loopFor<std::int32_t>(op);
  case builtin_type::int64:
    return loopFor<std::int64_t>(op);
  case builtin_type::uint8:
    return loopFor<std::uint8_t>(op);
  case builtin_type::uint16:
    return loopFor<std::uint16_t>(op);
  case builtin_type::uint32:
    return loopFor<std::uint32_t>(op);
  case builtin_type::uint64:
    return loopFor<std::uint64_t>(op);
  case builtin_type::float32:
    return loopFor<float>(op);
  case builtin_type::float64:
    return loopFor<double>(op);
  case builtin_type::long_double:
    return loopFor<long double>(op);
  case builtin_type::none:
    break;
  }
  return nullptr;
}

} // namespace redist::runtime

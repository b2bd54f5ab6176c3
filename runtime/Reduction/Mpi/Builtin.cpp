//===- Builtin.cpp - MPI's built-in operators and types -------------------===//
#include "Reduction/Mpi/Builtin.h"

namespace redist::runtime {

using detail::builtin_operator;
using detail::builtin_type;

static bool isFloating(builtin_type type) {
  return type == builtin_type::float32 || type == builtin_type::float64 ||
         type == builtin_type::long_double;
}

static MpiBuiltin typeOf(builtin_type type) {
  switch (type) {
  case builtin_type::none:
    break;
  case builtin_type::boolean:
    return {MPI_CXX_BOOL, MPI_OP_NULL, sizeof(bool)};
  case builtin_type::int8:
    return {MPI_INT8_T, MPI_OP_NULL, 1};
  case builtin_type::int16:
    return {MPI_INT16_T, MPI_OP_NULL, 2};
  case builtin_type::int32:
    return {MPI_INT32_T, MPI_OP_NULL, 4};
  case builtin_type::int64:
    return {MPI_INT64_T, MPI_OP_NULL, 8};
  case builtin_type::uint8:
    return {MPI_UINT8_T, MPI_OP_NULL, 1};
  case builtin_type::uint16:
    return {MPI_UINT16_T, MPI_OP_NULL, 2};
  case builtin_type::uint32:
    return {MPI_UINT32_T, MPI_OP_NULL, 4};
  case builtin_type::uint64:
    return {MPI_UINT64_T, MPI_OP_NULL, 8};
  case builtin_type::float32:
    return {MPI_FLOAT, MPI_OP_NULL, sizeof(float)};
  case builtin_type::float64:
    return {MPI_DOUBLE, MPI_OP_NULL, sizeof(double)};
  case builtin_type::long_double:
    return {MPI_LONG_DOUBLE, MPI_OP_NULL, sizeof(long double)};
  }
  return {};
}

/// What comes to the same on values of bool: sums are "or", products "and".
static MPI_Op operatorOnBool(builtin_operator op) {
  switch (op) {
  case builtin_operator::plus:
  case builtin_operator::bit_or:
  case builtin_operator::logical_or:
  case builtin_operator::maximum:
    return MPI_LOR;
  case builtin_operator::multiplies:
  case builtin_operator::bit_and:
  case builtin_operator::logical_and:
  case builtin_operator::minimum:
    return MPI_LAND;
  case builtin_operator::bit_xor:
    return MPI_LXOR;
  case builtin_operator::none:
    break;
  }
  return MPI_OP_NULL;
}

/// Of floating point only what depends on nothing but the two values: of two
/// zeros, or of numbers and NaN, the least is the one that happens to be on the
/// left, which need not be the same on all ranks.
static MPI_Op operatorOn(builtin_operator op, bool floating) {
  switch (op) {
  case builtin_operator::plus:
    return MPI_SUM;
  case builtin_operator::multiplies:
    return MPI_PROD;
  case builtin_operator::bit_and:
    return floating ? MPI_OP_NULL : MPI_BAND;
  case builtin_operator::bit_or:
    return floating ? MPI_OP_NULL : MPI_BOR;
  case builtin_operator::bit_xor:
    return floating ? MPI_OP_NULL : MPI_BXOR;
  case builtin_operator::logical_and:
    return floating ? MPI_OP_NULL : MPI_LAND;
  case builtin_operator::logical_or:
    return floating ? MPI_OP_NULL : MPI_LOR;
  case builtin_operator::minimum:
    return floating ? MPI_OP_NULL : MPI_MIN;
  case builtin_operator::maximum:
    return floating ? MPI_OP_NULL : MPI_MAX;
  case builtin_operator::none:
    break;
  }
  return MPI_OP_NULL;
}

std::optional<MpiBuiltin>
mpiBuiltin(const detail::builtin_reduction &reduction) {
  MpiBuiltin found = typeOf(reduction.type);
  if (found.type == MPI_DATATYPE_NULL)
    return std::nullopt;
  // Complex numbers add part by part, and do nothing else so.
  if (reduction.is_complex && reduction.op != builtin_operator::plus)
    return std::nullopt;
  found.op = reduction.type == builtin_type::boolean
                 ? operatorOnBool(reduction.op)
                 : operatorOn(reduction.op, isFloating(reduction.type));
  if (found.op == MPI_OP_NULL)
    return std::nullopt;
  return found;
}

} // namespace redist::runtime

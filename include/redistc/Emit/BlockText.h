//===- BlockText.h - A plan as C++ text ------------------------*- C++ -*-===//
//
// A plan -> the block of C++17 that stands in place of the directive.
// Pure text: knows no source manager. For
//
//     #pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
//
// on line 12 of app.cpp the block is
//
//     {
//       // #pragma redistribute a[n] from(cyclic(3) onto(16)) to(...)
//       // schedule embedded: 7 steps, the fewest possible; total cost 15, ...
//       static constexpr ::std::uint32_t redistWords0[] = {...};
//       static constexpr ::redist::embedded_schedule redistSchedules[] = {...};
//       static constexpr ::redist::directive redistDirective = {...};
//     #line 12 "app.cpp"
//       ::redist::redistribute(redistDirective, ..., MPI_COMM_WORLD, a);
//     }
//
// and with nowait(id) the same without braces, since id lives in the user's
// block; its names carry the number of the directive.
// The user's expressions are evaluated once, inside the call; the block adds no
// name to their scope that does not start with `redist`.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EMIT_BLOCKTEXT_H
#define REDISTC_EMIT_BLOCKTEXT_H

#include "redistc/Plan/Plan.h"

#include <string>
#include <string_view>

namespace redistc::emit {

/// Where a block will stand.
struct BlockPlace {
  std::string file;   ///< as compilers are to show it
  unsigned line = 0;  ///< of the directive, from 1
  std::string indent; ///< white space before the directive
};

/// From '{' to '}' (or to the ';' of a statement), without a line end after it;
/// lines end with '\n'.
std::string blockText(const plan::RedistributePlan &, const BlockPlace &);
std::string blockText(const plan::ReducePlan &, const BlockPlace &);

/// `::redist::wait(id); // #pragma ...`: nothing may follow on its line.
std::string waitText(const plan::WaitPlan &);

/// A C++ string literal with this value, quotes included.
std::string stringLiteral(std::string_view value);

/// `#line 12 "app.cpp"` with its line end.
std::string lineMarker(unsigned line, std::string_view file);

} // namespace redistc::emit

#endif

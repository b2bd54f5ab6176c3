//===- ExceptionMessage.h - Text of exceptions -----------------*- C++ -*-===//
//
// What a rank throws reaches the other ranks as text.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_EXCEPTIONMESSAGE_H
#define REDIST_RUNTIME_SUPPORT_EXCEPTIONMESSAGE_H

#include <string>

namespace redist::runtime {

/// The message of the exception that is being handled.
std::string messageOfException() noexcept;
/// At most `most` > 3 bytes of it, "..." at the cut.
std::string shortened(const std::string &text, std::size_t most);

} // namespace redist::runtime

#endif

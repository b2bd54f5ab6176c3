//===- CarriedValue.cpp - Value that travels with a verdict ---------------===//
#include "Reduction/Engine/CarriedValue.h"

#include "Reduction/Machine/Incoming.h"
#include "Support/ExceptionMessage.h"

#include <cstring>

namespace redist::runtime {

/// What the operand throws is told at the end, as that of a tree is.
template <typename Step> void CarriedValue::attempt(Step step) {
  try {
    step();
  } catch (...) {
    ownStop = Stop::thrownOn(rank);
    ownText = shortened(messageOfException(), longestText);
  }
}

CarriedValue::CarriedValue(detail::operand &items,
                           std::vector<std::byte> &buffer,
                           const CheckedReduction &call)
    : operand(&items), packed(&buffer), rank(call.rank),
      isStoppable(!call.isQuiet) {
  if (call.bytes >= 0) {
    items.begin();
    items.pack(buffer);
  } else {
    attempt([&] { items.begin(); });
  }
}

std::size_t CarriedValue::write(std::byte *place, int peer) {
  std::size_t size = 0;
  attempt([&] {
    const detail::byte_view value = operand->pack(*packed);
    if (value.size > static_cast<std::size_t>(carriedBytes)) {
      ownStop = Stop::tooLong;
      return;
    }
    size = value.size;
    if (size > 0)
      std::memcpy(place, value.data, size);
    sent[sentCount++] = {peer, static_cast<std::int64_t>(size)};
  });
  return size;
}

void CarriedValue::combine(std::byte *received, std::size_t size, bool isLeft) {
  ++combines;
  attempt([&] { operand->combine(received, size, isLeft, 0); });
}

void CarriedValue::assign(const std::byte *received, std::size_t size) {
  attempt([&] { operand->assign(received, size, 0); });
}

Work CarriedValue::work(const Recorder *recorder) const {
  Work made;
  made.kind = CallKind::Reduction;
  made.combines = combines;
  for (const Sent &one : std::span(sent).first(sentCount)) {
    ++made.messages;
    made.bytes += one.bytes;
    if (recorder && recorder->crossesNodes(one.peer)) {
      ++made.nodeMessages;
      made.nodeBytes += one.bytes;
    }
  }
  return made;
}

} // namespace redist::runtime

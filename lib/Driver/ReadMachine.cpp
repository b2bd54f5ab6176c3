//===- ReadMachine.cpp - What redist-tune has written ---------------------===//
#include "ReadMachine.h"

#include "redist/Error.h"
#include "redist/Profile.h"

#include "llvm/Support/MemoryBuffer.h"

namespace redistc::driver {

/// What a profile does not tell, or tells as 0, is as usual.
static plan::Machine machineOf(const redist::machine_profile &profile) {
  plan::Machine machine;
  if (profile.tells_messages()) {
    machine.costs.latency = profile.alpha;
    machine.costs.perByte = profile.beta;
  }
  const std::pair<double, double *> costs[] = {
      {profile.call, &machine.costs.perCall},
      {profile.packing, &machine.costs.packing},
      {profile.fan_in, &machine.costs.fanIn}};
  for (const auto &[given, cost] : costs)
    if (given > 0)
      *cost = given;
  for (const redist::measured_ways &one : profile.ways)
    machine.ways.push_back(
        {one.sources,
         one.targets,
         one.run,
         one.piece,
         one.message,
         {one.steps, one.at_once, one.collective, one.types}});
  return machine;
}

llvm::Expected<plan::Machine> readMachine(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("profile '" + path + "' cannot be read: " +
                                   buffer.getError().message());
  try {
    plan::Machine machine = machineOf(redist::parse_profile(
        (*buffer)->getBuffer().str(), /*messages_alone=*/true));
    machine.name = path;
    return machine;
  } catch (const redist::error &wrong) {
    return llvm::createStringError(
        "profile '" + path + "' is not one of redist-tune: " + wrong.what());
  }
}

} // namespace redistc::driver

//===- ReadMachine.cpp - What redist-tune has written ---------------------===//
#include "ReadMachine.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace redist::schedule;
namespace json = llvm::json;

namespace redist::schedule {

static bool fromJSON(const json::Value &value, MeasuredWays &ways,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  const bool isRead =
      mapper && mapper.map("sources", ways.sources) &&
      mapper.map("targets", ways.targets) && mapper.map("run", ways.run) &&
      mapper.map("piece", ways.piece) && mapper.map("message", ways.message) &&
      mapper.map("steps", ways.seconds[indexOf(MessageWay::Steps)]) &&
      mapper.map("at_once", ways.seconds[indexOf(MessageWay::AtOnce)]) &&
      mapper.map("collective", ways.seconds[indexOf(MessageWay::Collective)]) &&
      mapper.map("types", ways.seconds[indexOf(MessageWay::Types)]);
  if (!isRead)
    return false;
  for (const double number :
       {ways.sources, ways.targets, ways.run, ways.piece, ways.message,
        ways.seconds[0], ways.seconds[1], ways.seconds[2], ways.seconds[3]})
    if (!(number > 0)) {
      path.report("expected numbers above 0");
      return false;
    }
  return true;
}

} // namespace redist::schedule

namespace redistc::plan {

/// What a profile does not tell, or tells as 0, is as usual.
static bool mapCost(json::ObjectMapper &mapper, llvm::StringLiteral key,
                    double &cost) {
  double given = 0;
  if (!mapper.mapOptional(key, given))
    return false;
  if (given > 0)
    cost = given;
  return true;
}

static bool fromJSON(const json::Value &value, Machine &machine,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("alpha", machine.costs.latency) &&
         mapper.map("beta", machine.costs.perByte) &&
         mapCost(mapper, "call", machine.costs.perCall) &&
         mapCost(mapper, "packing", machine.costs.packing) &&
         mapCost(mapper, "fan_in", machine.costs.fanIn) &&
         mapper.mapOptional("ways", machine.ways);
}

} // namespace redistc::plan

namespace redistc::driver {

llvm::Expected<plan::Machine> readMachine(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("profile '" + path + "' cannot be read: " +
                                   buffer.getError().message());
  auto machine = json::parse<plan::Machine>((*buffer)->getBuffer(), "profile");
  if (!machine)
    return llvm::createStringError(
        "profile '" + path +
        "' is not one of redist-tune: " + llvm::toString(machine.takeError()));
  machine->name = path;
  return machine;
}

} // namespace redistc::driver

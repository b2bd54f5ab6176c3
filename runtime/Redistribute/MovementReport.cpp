//===- MovementReport.cpp - What reports tell of a redistribution ---------===//
#include "Redistribute/MovementReport.h"

namespace redist::runtime {

/// Where ranks share no memory.
static Route routeOf(ExecutionKind kind) {
  switch (kind) {
  case ExecutionKind::Stepwise:
    return Route::Steps;
  case ExecutionKind::AllToAll:
    return Route::Collective;
  case ExecutionKind::Direct:
    return Route::AtOnce;
  }
  return Route::Steps;
}

Work workOf(const RedistributionPlan &plan) {
  Work work;
  work.route = routeOf(plan.kind());
  work.bytes = plan.sentElements() * plan.elementBytes();
  work.localBytes = plan.keptElements() * plan.elementBytes();
  work.messages = static_cast<std::int64_t>(plan.sends().size());
  work.steps = plan.stepCount();
  work.costBytes = plan.costBytes();
  return work;
}

static Route routeOf(schedule::MessageWay way) {
  switch (way) {
  case schedule::MessageWay::Steps:
    return Route::Steps;
  case schedule::MessageWay::AtOnce:
    return Route::AtOnce;
  case schedule::MessageWay::Collective:
    return Route::Collective;
  case schedule::MessageWay::Types:
    return Route::Types;
  }
  return Route::Steps;
}

Work workOf(const ReadyPlan &plan, bool isSeen) {
  Work work = workOf(plan.plan());
  if (isSeen || plan.usesRings())
    work.route = Route::SharedMemory;
  else if (plan.plan().kind() == ExecutionKind::Stepwise)
    work.route = routeOf(plan.way());
  if (work.route != Route::SharedMemory)
    work.forecast = plan.forecast();
  return work;
}

} // namespace redist::runtime

//===- PipelineClauses.cpp - Clauses of pipeline directives ---------------===//
#include "redist/PipelineClauses.h"

namespace redist {

pipeline pipeline::onto(std::int64_t count) const {
  return with([&](pipeline &result) {
    result.rank_count = count;
    result.has_rank_count = true;
  });
}
pipeline pipeline::speeds(std::initializer_list<double> of_ranks) const {
  return with([&](pipeline &result) {
    result.speed_list = of_ranks;
    result.has_speeds = true;
  });
}
pipeline pipeline::bandwidth(double of_every_link) const {
  return with([&](pipeline &result) {
    result.bandwidth_list = {of_every_link};
    result.has_bandwidth = true;
  });
}
pipeline pipeline::latency(double most) const {
  return with([&](pipeline &result) {
    result.most_seconds = most;
    result.has_latency = true;
  });
}
pipeline pipeline::depth(std::int64_t items) const {
  return with([&](pipeline &result) {
    result.items_in_flight = items;
    result.has_depth = true;
  });
}
pipeline pipeline::driven() const {
  return with([](pipeline &result) { result.is_driven = true; });
}

pipeline_stage pipeline_stage::work(double amount) const {
  pipeline_stage result = *this;
  result.work_amount = amount;
  result.has_work = true;
  return result;
}
pipeline_stage pipeline_stage::data(double size) const {
  pipeline_stage result = *this;
  result.data_size = size;
  result.has_data = true;
  return result;
}
pipeline_stage pipeline_stage::replicate(std::int64_t count) const {
  pipeline_stage result = *this;
  result.replica_count = count;
  result.has_replicas = true;
  return result;
}
pipeline_stage pipeline_stage::replicate_auto() const {
  pipeline_stage result = *this;
  result.replica_count = 0;
  result.has_replicas = false;
  return result;
}
pipeline_stage pipeline_stage::at(std::int64_t rank) const {
  pipeline_stage result = *this;
  result.pinned_rank = rank;
  result.is_pinned = true;
  return result;
}
pipeline_stage pipeline_stage::movable() const {
  pipeline_stage result = *this;
  result.may_move = true;
  return result;
}
pipeline_stage pipeline_stage::bytes(std::int64_t fixed) const {
  pipeline_stage result = *this;
  result.fixed_bytes = fixed;
  return result;
}

} // namespace redist

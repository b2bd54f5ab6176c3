//===- Pipeline.cpp - The calls behind `#pragma pipeline` -----------------===//
#include "redist/Pipeline.h"

#include "Pipeline/Engine/PipelineEngine.h"
#include "Support/Guard.h"

namespace redist {

/// Other ranks may wait for what this one has not sent.
[[noreturn]] static void abortUnfinished(const directive &where) {
  runtime::abortJob(where.file ? where.file : "<unknown>", where.line,
                    "this pipeline is left without finish()");
}

pipeline_run::pipeline_run(const directive &where, const pipeline &what,
                           std::initializer_list<pipeline_stage> stages,
                           MPI_Comm comm)
    : engine(runtime::guarded(where, "pipeline", [&] {
        return std::make_unique<runtime::PipelineEngine>(
            where, what, std::vector<pipeline_stage>(stages), comm, place);
      })) {}

pipeline_run::~pipeline_run() {
  if (engine->isUnderWay())
    abortUnfinished(engine->directiveOf());
}

void pipeline_run::keep_state(int stage,
                              std::unique_ptr<detail::kept_state> state) {
  engine->keep(stage, std::move(state));
}
void pipeline_run::count_number(std::unique_ptr<detail::added_number> number) {
  engine->count(std::move(number));
}
void pipeline_run::note_problem() noexcept { engine->noteProblem(); }
void pipeline_run::start() { engine->start(); }
void pipeline_run::fail() noexcept { engine->fail(); }
void pipeline_run::finish() { engine->finish(); }
void pipeline_run::at_event() { engine->atEvent(); }
bool pipeline_run::has_item() { return engine->hasItem(); }
void pipeline_run::choose_links() { engine->chooseLinks(); }
void pipeline_run::stage_lines(std::initializer_list<int> lines) {
  engine->setLines(lines);
}
void pipeline_run::watch_variable(detail::watched_variable variable,
                                  bool is_item) {
  engine->watchVariable(std::move(variable), is_item);
}
void pipeline_run::send_digests(detail::out_link &link) {
  engine->sendDigests(link);
}
void pipeline_run::receive_digests(
    int after, detail::in_link &link,
    std::initializer_list<const void *> travelled) {
  engine->receiveDigests(after, link, travelled);
}
void pipeline_run::observe(int stage) { engine->observe(stage); }
void pipeline_run::observe_bytes(int after, std::size_t bytes) {
  engine->observeBytes(after, bytes);
}
void pipeline_run::leave_item(bool is_told) noexcept {
  engine->leaveItem(is_told);
}

} // namespace redist

//===- RecorderTest.cpp - What is kept of what is recorded ----------------===//
#include "Trace/Recorder.h"

#include <gtest/gtest.h>

using namespace redist::runtime;
using Clock = Recorder::Clock;

static Clock::time_point at(int milliseconds) {
  return Clock::time_point() + std::chrono::milliseconds(milliseconds);
}

static void record(Recorder &recorder, int from, int to) {
  recorder.add(Phase::Pack, at(from), at(to), -1, 8);
}

TEST(Recorder, keepsWhatCameToItsEnd) {
  Recorder recorder(10, at(0));
  record(recorder, 1, 2);
  recorder.keep();
  record(recorder, 3, 4);
  recorder.clear();
  record(recorder, 5, 7);
  EXPECT_DOUBLE_EQ(recorder.seconds(Phase::Pack), 2e-3);
  recorder.keep();
  EXPECT_DOUBLE_EQ(recorder.seconds(Phase::Pack), 0);
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_DOUBLE_EQ(events[0].begin, 1e-3);
  EXPECT_DOUBLE_EQ(events[1].end, 7e-3);
  EXPECT_TRUE(recorder.takeEvents().empty());
}

TEST(Recorder, tellsWhatItHadNoRoomFor) {
  Recorder recorder(2, at(0));
  for (int i = 0; i < 5; ++i)
    record(recorder, i, i + 1);
  recorder.keep();
  record(recorder, 5, 6);
  recorder.clear(); // not kept, so not lost
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[2].phase, Phase::Full);
  EXPECT_DOUBLE_EQ(events[2].begin, 2e-3);
  EXPECT_EQ(events[2].bytes, 3);
}

TEST(Recorder, withoutTimelineHasTimes) {
  Recorder recorder(0, at(0));
  record(recorder, 1, 2);
  EXPECT_DOUBLE_EQ(recorder.seconds(Phase::Pack), 1e-3);
  recorder.keep();
  EXPECT_TRUE(recorder.takeEvents().empty());
}

TEST(Recorder, adoptsAnother) {
  Recorder recorder(3, at(0));
  Recorder other(3, at(0));
  record(recorder, 1, 2);
  record(other, 3, 4);
  record(other, 5, 6);
  record(other, 7, 8);
  recorder.adopt(other);
  recorder.keep();
  other.keep();
  EXPECT_TRUE(other.takeEvents().empty());
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_DOUBLE_EQ(events[2].begin, 5e-3);
  EXPECT_EQ(events[3].bytes, 1);
}

TEST(Recorder, keepsWhatItAdoptsBetweenCalls) {
  Recorder recorder(10, at(0));
  Recorder other(10, at(0));
  record(other, 1, 2);
  recorder.adopt(other);
  record(recorder, 3, 4);
  record(other, 5, 6);
  recorder.adopt(other); // within a call, which fails
  recorder.clear();
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_DOUBLE_EQ(events[0].begin, 1e-3);
}

TEST(Recorder, saysWhichDirectiveEventsBelongTo) {
  Recorder recorder(10, at(0));
  Recorder started(10, at(0));
  started.recordStarted();
  started.enter(4);
  EXPECT_EQ(recorder.enter(1), -1);
  record(recorder, 1, 2);
  const std::int32_t outer = recorder.enter(2); // a call within the other
  record(recorder, 3, 4);
  record(started, 3, 5);
  recorder.adopt(started);
  recorder.enter(outer);
  recorder.addDirective(at(0), at(9), 3);
  recorder.keep();
  EXPECT_DOUBLE_EQ(recorder.seconds(Phase::Pack), 0);
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].directive, 1);
  EXPECT_EQ(events[1].directive, 2);
  EXPECT_FALSE(events[1].isStarted);
  EXPECT_EQ(events[2].directive, 4);
  EXPECT_TRUE(events[2].isStarted);
  EXPECT_EQ(events[3].phase, Phase::Directive);
  EXPECT_EQ(events[3].directive, 1);
  EXPECT_EQ(events[3].items, 3);
}

TEST(Recorder, endsWhatThereWasRoomForByItsDirective) {
  Recorder recorder(2, at(0));
  recorder.enter(3);
  for (int i = 0; i < 3; ++i)
    record(recorder, i, i + 1);
  recorder.addDirective(at(0), at(3));
  recorder.keep();
  record(recorder, 4, 5);
  recorder.clear();
  recorder.addDirective(at(4), at(5)); // nothing lies in this one
  recorder.keep();
  const auto events = recorder.takeEvents();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[2].phase, Phase::Directive);
  EXPECT_EQ(events[3].phase, Phase::Full);
  EXPECT_EQ(events[3].bytes, 2);
}

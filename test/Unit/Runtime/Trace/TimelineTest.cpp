//===- TimelineTest.cpp - What a timeline's file holds --------------------===//
#include "Trace/Timeline.h"
#include "Trace/SiteTable.h"
#include "Trace/SpanCoalescer.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

using namespace redist::runtime;

static PhaseEvent event(Phase phase, double begin, double end,
                        std::int32_t directive) {
  return {begin, end, -1, 0, 1, directive, 0, phase, false};
}

static std::string written(const Timeline &timeline) {
  const std::string path = testing::TempDir() + "timeline-test.json";
  timeline.write(path, "2 ranks");
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::remove(path.c_str());
  return text.str();
}

TEST(Timeline, ordersByRankAndTimeWhatEnclosesFirst) {
  Timeline timeline({{4, 0, 1}, {7, 0, 1}});
  const std::int32_t number = timeline.numberOf({"reduce", "src/app.cpp:12"});
  timeline.add(1, event(Phase::Pack, 1, 2, number));
  timeline.add(0, event(Phase::Wait, 5, 6, number));
  timeline.add(0, event(Phase::Directive, 5, 8, number));
  timeline.add(0, event(Phase::Unpack, 3, 4, number));
  const std::string text = written(timeline);
  std::size_t before = 0;
  for (const char *const next :
       {"\"name\":\"unpack\"", "\"name\":\"reduce app.cpp:12\"",
        "\"name\":\"wait\"", "\"name\":\"pack\""}) {
    const std::size_t found = text.find(next);
    ASSERT_NE(found, std::string::npos) << next << " in " << text;
    EXPECT_GT(found, before) << next;
    before = found;
  }
  EXPECT_NE(text.find("\"pid\":7,\"tid\":21,\"args\":{\"directive\":"
                      "\"src/app.cpp:12\"}"),
            std::string::npos)
      << text;
}

/// Two communicators bring their events at different times, and the clock's
/// pace has become known better meanwhile.
TEST(Timeline, hasOneClockForAllEventsOfARank) {
  Timeline timeline({{0, 0, 1}, {1, 10, 1}});
  const std::int32_t number = timeline.numberOf({"reduce", ""});
  timeline.setScale(1, 1.5);
  timeline.add(1, event(Phase::Directive, 10, 20, number));
  timeline.setScale(1, 2);
  timeline.add(1, event(Phase::Directive, 20, 30, number));
  const std::string text = written(timeline);
  EXPECT_NE(text.find("\"ts\":10000000.000,\"dur\":20000000.000"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"ts\":30000000.000,\"dur\":20000000.000"),
            std::string::npos)
      << text;
}

TEST(Timeline, quotesNamesOfFiles) {
  Timeline timeline({{0, 0, 1}});
  timeline.add(0, event(Phase::Directive, 0, 1,
                        timeline.numberOf({"pipeline", "a\\\"b\n.cpp:3"})));
  EXPECT_NE(written(timeline).find("\"pipeline a\\\\\\\"b .cpp:3\""),
            std::string::npos);
}

TEST(SiteTable, areNumberedOnceAndReadBack) {
  SiteTable names;
  EXPECT_EQ(names.numberOf("reduce", "a.cpp", 3), 0);
  EXPECT_EQ(names.numberOf("reduce", "a.cpp", 4), 1);
  EXPECT_EQ(names.numberOf("pipeline", "a.cpp", 3), 2);
  EXPECT_EQ(names.numberOf("pipeline", nullptr, 0), 3);
  const std::string copy = "a.cpp"; // the same name elsewhere
  EXPECT_EQ(names.numberOf("reduce", copy.c_str(), 3), 0);
  const auto read = SiteTable::read(names.text());
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[1], (DirectiveName{"reduce", "a.cpp:4"}));
  EXPECT_EQ(read[3], (DirectiveName{"pipeline", ""}));
  EXPECT_TRUE(SiteTable::read("").empty());
}

static Recorder::Clock::time_point after(double microseconds) {
  return Recorder::Clock::time_point(
      std::chrono::nanoseconds(static_cast<std::int64_t>(1e3 * microseconds)));
}

TEST(SpanCoalescer, shareTheSpanBeforeThem) {
  SpanCoalescer brief;
  EXPECT_FALSE(brief.mayJoin(after(0))); // the first one has a span
  EXPECT_EQ(brief.show(after(0), after(2)), 1);
  EXPECT_TRUE(brief.mayJoin(after(3)));
  brief.join();
  EXPECT_TRUE(brief.mayJoin(after(21)));
  brief.join();
  EXPECT_FALSE(brief.mayJoin(after(22))); // 20 us after the span
  EXPECT_EQ(brief.show(after(22), after(24)), 3);
  EXPECT_EQ(brief.show(after(90), after(100)), 1); // no longer brief
  EXPECT_FALSE(brief.mayJoin(after(101)));
  EXPECT_TRUE(SpanCoalescer::isBrief(after(0), after(9)));
  EXPECT_FALSE(SpanCoalescer::isBrief(after(0), after(10)));
}

TEST(SpanCoalescer, goUnseenOnlyWhereManyCameTogether) {
  SpanCoalescer brief;
  brief.show(after(0), after(1));
  for (int i = 0; i < 15; ++i)
    brief.join();
  brief.allowUnseen();
  EXPECT_FALSE(brief.joinsUnseen());
  brief.join();
  brief.allowUnseen();
  for (int i = 0; i < 7; ++i)
    EXPECT_TRUE(brief.joinsUnseen());
  EXPECT_FALSE(brief.joinsUnseen());
  EXPECT_EQ(brief.show(after(30), after(31)), 24);
  EXPECT_FALSE(brief.joinsUnseen()); // a span ends it ...
  brief.allowUnseen();
  EXPECT_TRUE(brief.joinsUnseen()); // ... but it was dense until then
  brief.show(after(60), after(61));
  brief.allowUnseen();
  EXPECT_FALSE(brief.joinsUnseen());
}

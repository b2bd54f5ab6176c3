//===- ReductionFirstTest.cpp - Large values that are not copied ----------===//
//
// A rank's first combine of a large value may take place where the value has
// been received. Then the items stay as they are until commit(), on every rank,
// and results are those of a fold; operators for which sides matter, or that
// might write what they read, are not asked to.
//
//===----------------------------------------------------------------------===//
#include "LoopbackChannel.h"
#include "Reduction/Machine/Machine.h"

#include "redist/Reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

using namespace redist;
using namespace redist::runtime;
using schedule::ReductionForm;

struct Field {
  static constexpr int count = 8192; ///< 64 KB
  double values[count];
};

static Field fieldOf(double value) {
  Field field;
  std::fill_n(field.values, Field::count, value);
  return field;
}

static bool isAll(const Field &field, double value) {
  return std::all_of(field.values, field.values + Field::count,
                     [=](double one) { return one == value; });
}

/// into = into + 10 from: sides matter.
struct Shift {
  void operator()(Field &into, const Field &from) const {
    for (int i = 0; i < Field::count; ++i)
      into.values[i] = into.values[i] + 10 * from.values[i];
  }
};

struct Add {
  void operator()(Field &into, const Field &from) const {
    for (int i = 0; i < Field::count; ++i)
      into.values[i] += from.values[i];
  }
};

/// Leaves what it does not understand half done.
struct Throwing {
  void operator()(Field &into, const Field &from) const {
    into.values[0] = -1;
    if (from.values[0] != 0)
      throw std::runtime_error("as told");
  }
};

/// The ranks with one field each.
template <typename Operator> class Ranks {
public:
  using Operand = detail::operand_t<Operator &, Field &>;

  Ranks(int count, const reduction &clauses, schedule::ReductionProblem problem)
      : net(count), plan(*schedule::makeReduction(problem)) {
    for (int rank = 0; rank < count; ++rank)
      fields.push_back(std::make_unique<Field>(fieldOf(rank + 1)));
    for (const auto &field : fields)
      operands.push_back(std::make_unique<Operand>(
          op, clauses, detail::item_traits<Operator, Field>::row(*field)));
  }

  /// Whether all ranks end.
  bool run(ActionShape shape) {
    shape.size = static_cast<int>(fields.size());
    shape.bytes = sizeof(Field);
    shape.mayFail = true;
    for (shape.rank = 0; shape.rank < shape.size; ++shape.rank) {
      actions.push_back(actionsOf(plan, shape));
      machines.push_back(std::make_unique<Machine>(net.of(shape.rank)));
    }
    for (std::size_t i = 0; i < fields.size(); ++i)
      machines[i]->start(actions[i], static_cast<int>(i), *operands[i],
                         combiner, nullptr);
    for (int round = 0; round < 1000; ++round) {
      bool areDone = true;
      for (const auto &machine : machines)
        areDone &= machine->advance();
      if (areDone)
        return net.unmatched() == 0;
    }
    return false;
  }

  Operator op;
  LoopbackNet net;
  schedule::ReductionSchedule plan;
  std::vector<std::unique_ptr<Field>> fields;
  std::vector<std::unique_ptr<Operand>> operands;
  std::vector<std::vector<Action>> actions;
  std::vector<std::unique_ptr<Machine>> machines;
  InlineCombiner combiner;
};

static schedule::ReductionProblem problemOf(int ranks, bool ordered) {
  schedule::ReductionProblem problem;
  problem.ranks = ranks;
  problem.cost = {1, 1, 0};
  problem.ordered = ordered;
  return problem;
}

static const ReductionForm treeForms[] = {ReductionForm::ToRoot,
                                          ReductionForm::ThenBroadcast,
                                          ReductionForm::ThenReversed};

TEST(ReductionFirst, ItemsStayUntilTheyAreCommitted) {
  for (const ReductionForm form : treeForms)
    for (int count = 2; count <= 9; ++count) {
      Ranks<Add> ranks(count, reduction().uniform(), problemOf(count, false));
      ActionShape shape;
      shape.form = form;
      ASSERT_TRUE(ranks.run(shape)) << count;
      for (int rank = 0; rank < count; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        EXPECT_EQ(ranks.machines[i]->failure(), nullptr);
        EXPECT_TRUE(isAll(*ranks.fields[i], rank + 1)) << count << ", " << rank;
        if (form == ReductionForm::ToRoot && rank != 0)
          continue;
        ASSERT_TRUE(ranks.machines[i]->hasAccumulator());
        ranks.operands[i]->commit();
        EXPECT_TRUE(isAll(*ranks.fields[i], count * (count + 1) / 2))
            << count << ", " << rank;
      }
    }
}

TEST(ReductionFirst, OrderedOperandsKeepTheirSides) {
  // 1 + 10 * 2, whoever combines.
  for (int root = 0; root < 2; ++root) {
    Ranks<Shift> ranks(2, reduction().ordered().uniform(), problemOf(2, true));
    ActionShape shape;
    shape.root = root;
    ASSERT_TRUE(ranks.run(shape));
    const auto at = static_cast<std::size_t>(root);
    ranks.operands[at]->commit();
    EXPECT_TRUE(isAll(*ranks.fields[at], 21)) << root;
  }
}

TEST(ReductionFirst, FailuresLeaveTheItems) {
  for (int count = 2; count <= 5; ++count) {
    Ranks<Throwing> ranks(count, reduction().uniform(),
                          problemOf(count, false));
    ASSERT_TRUE(ranks.run(ActionShape()));
    for (int rank = 0; rank < count; ++rank) {
      const auto i = static_cast<std::size_t>(rank);
      EXPECT_NE(ranks.machines[i]->failure(), nullptr);
      EXPECT_TRUE(isAll(*ranks.fields[i], rank + 1));
    }
  }
}

TEST(ReductionFirst, IsForOperatorsThatOnlyReadTheItems) {
  const auto may = [](auto op, const reduction &clauses, bool isLeft) {
    using Operator = decltype(op);
    const auto field = std::make_unique<Field>(fieldOf(1));
    const auto received = std::make_unique<Field>(fieldOf(2));
    const detail::operand_t<Operator &, Field &> operand(
        op, clauses, detail::item_traits<Operator, Field>::row(*field));
    return operand.may_begin_in(
        reinterpret_cast<const std::byte *>(received.get()), isLeft);
  };
  const auto consuming = [](Field &into, Field &from) {
    into.values[0] += from.values[0];
    from.values[0] = 0;
  };
  EXPECT_TRUE(may(Add(), reduction(), false));
  EXPECT_TRUE(may(Add(), reduction().ordered(), true));
  EXPECT_FALSE(may(Add(), reduction().ordered(), false));
  EXPECT_FALSE(may(consuming, reduction(), false));
}

//===- InliningTest.cpp - Small functions of the library ------------------===//
//
// Functions whose names begin with "l" are those of the library, with "e" its
// ends of objects, with "n" those that rules ask for; others are the program's.
//
//===----------------------------------------------------------------------===//
#include "Code/Inlining.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace llvm;
using redistc::effects::InlineKind;

namespace {
class Inlining : public ::testing::Test {
protected:
  void inlineIn(const char *text) {
    SMDiagnostic error;
    module = parseAssemblyString(text, error, context);
    ASSERT_TRUE(module) << error.getMessage().str();
    for (Function *function :
         redistc::effects::inlineLibrary(*module, [](const Function &one) {
           switch (one.getName().front()) {
           case 'l':
             return InlineKind::Ordinary;
           case 'e':
             return InlineKind::End;
           case 'n':
             return InlineKind::Named;
           default:
             return InlineKind::Foreign;
           }
         }))
      changed.insert(function->getName().str());
    EXPECT_FALSE(verifyModule(*module, &errs()));
  }
  /// The functions that one calls.
  std::set<std::string> calleesOf(const char *name) const {
    std::set<std::string> found;
    for (const Instruction &one : instructions(*module->getFunction(name)))
      if (const auto *call = dyn_cast<CallBase>(&one))
        found.insert(call->getCalledFunction()->getName().str());
    return found;
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
  std::set<std::string> changed;
};
using Names = std::set<std::string>;
} // namespace

TEST_F(Inlining, KeepsWhatTheProgramCallsAndWhatRulesName) {
  inlineIn(R"(
    declare void @outside(ptr)
    define ptr @lInner(ptr %a) { ret ptr %a }
    define ptr @lMiddle(ptr %a) { %b = call ptr @lInner(ptr %a)
      call void @outside(ptr %b)
      ret ptr %b }
    define ptr @nNode(ptr %a) { %b = call ptr @lInner(ptr %a)
      ret ptr %b }
    define ptr @lOuter(ptr %a) { %b = call ptr @lMiddle(ptr %a)
      %c = call ptr @nNode(ptr %b)
      ret ptr %c }
    define ptr @program(ptr %a) { %b = call ptr @lOuter(ptr %a)
      ret ptr %b }
    define ptr @lCaller(ptr %a) { %b = call ptr @program(ptr %a)
      ret ptr %b })");
  EXPECT_EQ(calleesOf("program"), Names({"lOuter"}));
  EXPECT_EQ(calleesOf("lOuter"), Names({"outside", "nNode"}));
  EXPECT_EQ(calleesOf("nNode"), Names());
  EXPECT_EQ(calleesOf("lCaller"), Names({"program"}));
  EXPECT_EQ(changed, Names({"lMiddle", "lOuter", "nNode"}));
}

TEST_F(Inlining, MakesEndsPartsOfEndsAlone) {
  inlineIn(R"(
    define void @eInner(ptr %a) { ret void }
    define void @lPart(ptr %a) { ret void }
    define void @eOuter(ptr %a) { call void @eInner(ptr %a)
      call void @lPart(ptr %a)
      ret void }
    define void @lClear(ptr %a) { call void @eOuter(ptr %a)
      ret void })");
  EXPECT_EQ(calleesOf("eOuter"), Names());
  EXPECT_EQ(calleesOf("lClear"), Names({"eOuter"}));
}

TEST_F(Inlining, LeavesCirclesAndAtomics) {
  inlineIn(R"(
    define void @lSelf(ptr %a) { call void @lSelf(ptr %a)
      ret void }
    define i64 @lAdd(ptr %a) { %b = atomicrmw add ptr %a, i64 1 seq_cst
      ret i64 %b }
    define void @lUser(ptr %a) { call void @lSelf(ptr %a)
      %b = call i64 @lAdd(ptr %a)
      ret void })");
  EXPECT_EQ(calleesOf("lUser"), Names({"lSelf", "lAdd"}));
}

TEST_F(Inlining, KeepsLandingPadsThatDoMoreThanTerminate) {
  inlineIn(R"(
    declare i32 @personality(...)
    declare void @outside()
    declare void @free()
    define void @__clang_call_terminate(ptr %a) { unreachable }
    define void @lNothrow() personality ptr @personality {
      invoke void @outside() to label %end unwind label %pad
    end:
      ret void
    pad:
      %caught = landingpad { ptr, i32 } catch ptr null
      %thrown = extractvalue { ptr, i32 } %caught, 0
      call void @__clang_call_terminate(ptr %thrown)
      unreachable }
    define void @lCleaning() personality ptr @personality {
      invoke void @outside() to label %end unwind label %pad
    end:
      ret void
    pad:
      %caught = landingpad { ptr, i32 } cleanup
      call void @free()
      resume { ptr, i32 } %caught }
    define void @lUser() { call void @lNothrow()
      call void @lCleaning()
      ret void })");
  EXPECT_EQ(calleesOf("lNothrow"), Names({"outside"}));
  EXPECT_EQ(calleesOf("lCleaning"), Names({"outside", "free"}));
  EXPECT_EQ(calleesOf("lUser"), Names({"outside", "lCleaning"}));
}

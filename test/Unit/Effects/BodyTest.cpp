//===- BodyTest.cpp - A rule for every kind of instruction ----------------===//
//
// Every opcode of LLVM stands in a table here, with what the analysis makes of
// it: operations on addresses, nothing, or unknown memory. A kind that a later
// LLVM adds fails until it stands here, too.
//
//===----------------------------------------------------------------------===//
#include "Code/Body.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

using namespace llvm;
using namespace redistc::effects;

namespace {
struct Case {
  const char *code;     ///< a function's body; %p, %q: ptr; %n: i64; %d: double
  const char *expected; ///< operations of the opcode's instructions
};

const std::map<std::string, Case> &cases() {
  static const std::map<std::string, Case> all = {
      {"ret", {"ret ptr %p", "copy"}},
      {"br", {"br label %a\na: ret ptr null", ""}},
      {"switch", {"switch i64 %n, label %a []\na: ret ptr null", ""}},
      {"indirectbr", {"indirectbr ptr %p, [label %a]\na: ret ptr null", ""}},
      {"invoke",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %l = landingpad { ptr, i32 } cleanup\nret ptr null",
        "call"}},
      {"landingpad",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %l = landingpad { ptr, i32 } cleanup\nret ptr null",
        "call"}},
      {"resume",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %l = landingpad { ptr, i32 } cleanup\nresume { ptr, i32 } %l",
        ""}},
      {"unreachable", {"unreachable", ""}},
      {"cleanuppad",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %l = cleanuppad within none []\ncleanupret from %l unwind to "
        "caller",
        "unknown"}},
      {"cleanupret",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %l = cleanuppad within none []\ncleanupret from %l unwind to "
        "caller",
        "unknown"}},
      {"catchswitch",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %k = catchswitch within none [label %c] unwind to caller\n"
        "c: %l = catchpad within %k [ptr null]\ncatchret from %l to label %a",
        "unknown"}},
      {"catchpad",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %k = catchswitch within none [label %c] unwind to caller\n"
        "c: %l = catchpad within %k [ptr null]\ncatchret from %l to label %a",
        "unknown"}},
      {"catchret",
       {"invoke void @f() to label %a unwind label %b\na: ret ptr null\n"
        "b: %k = catchswitch within none [label %c] unwind to caller\n"
        "c: %l = catchpad within %k [ptr null]\ncatchret from %l to label %a",
        "unknown"}},
      {"callbr",
       {"callbr void asm \"\", \"!i\"() to label %a [label %b]\n"
        "a: ret ptr null\nb: ret ptr null",
        "call"}},
      {"fneg", {"%x = fneg double %d\nret ptr null", ""}},
      {"add", {"%x = add i64 %n, 1\nret ptr null", "offset"}},
      {"sub", {"%x = sub i64 %n, 1\nret ptr null", "offset"}},
      {"and", {"%x = and i64 %n, 1\nret ptr null", "offset"}},
      {"or", {"%x = or i64 %n, 1\nret ptr null", "offset"}},
      {"xor", {"%x = xor i64 %n, 1\nret ptr null", "offset"}},
      {"mul", {"%x = mul i64 %n, 2\nret ptr null", "offset"}},
      {"udiv", {"%x = udiv i64 %n, 2\nret ptr null", "offset"}},
      {"sdiv", {"%x = sdiv i64 %n, 2\nret ptr null", "offset"}},
      {"urem", {"%x = urem i64 %n, 2\nret ptr null", "offset"}},
      {"srem", {"%x = srem i64 %n, 2\nret ptr null", "offset"}},
      {"shl", {"%x = shl i64 %n, 2\nret ptr null", "offset"}},
      {"lshr", {"%x = lshr i64 %n, 2\nret ptr null", "offset"}},
      {"ashr", {"%x = ashr i64 %n, 2\nret ptr null", "offset"}},
      {"fadd", {"%x = fadd double %d, 1.0\nret ptr null", ""}},
      {"fsub", {"%x = fsub double %d, 1.0\nret ptr null", ""}},
      {"fmul", {"%x = fmul double %d, 1.0\nret ptr null", ""}},
      {"fdiv", {"%x = fdiv double %d, 1.0\nret ptr null", ""}},
      {"frem", {"%x = frem double %d, 1.0\nret ptr null", ""}},
      {"alloca", {"%x = alloca i64\nret ptr null", "local"}},
      {"load", {"%x = load ptr, ptr %p\nret ptr null", "load"}},
      {"store", {"store ptr %q, ptr %p\nret ptr null", "store"}},
      {"getelementptr",
       {"%x = getelementptr i8, ptr %p, i64 %n\nret ptr null", "offset"}},
      {"fence", {"fence seq_cst\nret ptr null", ""}},
      {"cmpxchg",
       {"%x = cmpxchg ptr %p, ptr %q, ptr %q seq_cst seq_cst\nret ptr null",
        "load store"}},
      {"atomicrmw",
       {"%x = atomicrmw xchg ptr %p, ptr %q seq_cst\nret ptr null",
        "load store"}},
      {"trunc", {"%x = trunc i128 %w to i64\nret ptr null", "copy"}},
      {"zext", {"%x = zext i64 %n to i128\nret ptr null", "copy"}},
      {"sext", {"%x = sext i64 %n to i128\nret ptr null", "copy"}},
      {"fptoui", {"%x = fptoui double %d to i64\nret ptr null", ""}},
      {"fptosi", {"%x = fptosi double %d to i64\nret ptr null", ""}},
      {"uitofp", {"%x = uitofp i64 %n to double\nret ptr null", ""}},
      {"sitofp", {"%x = sitofp i64 %n to double\nret ptr null", ""}},
      {"fptrunc", {"%x = fptrunc double %d to float\nret ptr null", ""}},
      {"fpext", {"%x = fpext double %d to fp128\nret ptr null", ""}},
      {"ptrtoint", {"%x = ptrtoint ptr %p to i64\nret ptr null", "offset"}},
      {"inttoptr", {"%x = inttoptr i64 %n to ptr\nret ptr null", "offset"}},
      {"bitcast", {"%x = bitcast i64 %n to double\nret ptr null", ""}},
      {"addrspacecast",
       {"%x = addrspacecast ptr %p to ptr addrspace(1)\nret ptr null", "copy"}},
      {"icmp", {"%x = icmp eq ptr %p, %q\nret ptr null", ""}},
      {"fcmp", {"%x = fcmp oeq double %d, 1.0\nret ptr null", ""}},
      {"phi",
       {"br label %a\na: %x = phi ptr [ %p, %entry ]\nret ptr null", "copy"}},
      {"call", {"call void @f()\nret ptr null", "call"}},
      {"select",
       {"%x = select i1 true, ptr %p, ptr %q\nret ptr null", "copy copy"}},
      {"va_arg", {"%x = va_arg ptr %p, ptr\nret ptr null", "unknown"}},
      {"extractelement",
       {"%x = extractelement <2 x ptr> %v, i64 0\nret ptr null", "copy"}},
      {"insertelement",
       {"%x = insertelement <2 x ptr> %v, ptr %p, i64 0\nret ptr null",
        "copy copy"}},
      {"shufflevector",
       {"%x = shufflevector <2 x ptr> %v, <2 x ptr> %v, <2 x i32> <i32 0, i32 "
        "2>\nret ptr null",
        "copy copy"}},
      {"extractvalue",
       {"%x = extractvalue { ptr, i64 } %s, 0\nret ptr null", "copy"}},
      {"insertvalue",
       {"%x = insertvalue { ptr, i64 } %s, ptr %p, 0\nret ptr null",
        "copy copy"}},
      {"freeze", {"%x = freeze ptr %p\nret ptr null", "copy"}},
      // For passes of LLVM: in no function.
      {"<Invalid operator> ", {nullptr, ""}},
  };
  return all;
}

std::string nameOf(OperationKind kind) {
  static const char *const names[] = {"copy", "offset", "load",  "store",
                                      "move", "fill",   "local", "distance",
                                      "call", "unknown"};
  return names[static_cast<int>(kind)];
}

std::string operationsOf(const Case &one, unsigned opcode) {
  LLVMContext context;
  SMDiagnostic problem;
  const std::string text =
      "declare void @f()\n"
      "define ptr @g(ptr %p, ptr %q, i64 %n, i128 %w, double %d, <2 x ptr> %v, "
      "{ ptr, i64 } %s) personality ptr @f {\nentry:\n" +
      std::string(one.code) + "\n}\n";
  const std::unique_ptr<Module> module =
      parseAssemblyString(text, problem, context);
  if (!module)
    return "no code: " + problem.getMessage().str();
  std::string found;
  bool isThere = false;
  const Function &function = *module->getFunction("g");
  for (const Instruction &at : instructions(function))
    isThere |= at.getOpcode() == opcode;
  for (const Operation &operation : describeBody(function).operations)
    if (operation.at->getOpcode() == opcode)
      found += (found.empty() ? "" : " ") + nameOf(operation.kind);
  return isThere ? found : "not there";
}
} // namespace

TEST(Body, EveryOpcodeHasARule) {
  for (unsigned opcode = 1; opcode < Instruction::OtherOpsEnd; ++opcode) {
    if (opcode == Instruction::UserOp1 || opcode == Instruction::UserOp2)
      continue; // for passes of LLVM: in no function
    const std::string name = Instruction::getOpcodeName(opcode);
    const auto found = cases().find(name);
    ASSERT_NE(found, cases().end()) << "no case for '" << name << "'";
    EXPECT_EQ(operationsOf(found->second, opcode), found->second.expected)
        << name;
  }
}

/// Of numbers that hold no address, a wide body follows those that are made of
/// one; any other body none.
TEST(Body, AWideBodyFollowsNarrowNumbers) {
  LLVMContext context;
  SMDiagnostic problem;
  const std::unique_ptr<Module> module = parseAssemblyString(R"(
define float @f(ptr %p, ptr %q, i32 %n) {
  %number = ptrtoint ptr %p to i64
  %distance = sub i64 %number, %number
  %half = trunc i64 %number to i32
  %sum = add i32 %half, %n
  store i32 %sum, ptr %q
  %again = load i32, ptr %q
  %isLess = icmp slt i32 %again, %sum
  %real = sitofp i32 %again to float
  ret float %real
}
)",
                                                             problem, context);
  ASSERT_TRUE(module);
  const Function &function = *module->getFunction("f");
  const auto operationsOf = [&](Followed followed) {
    std::string found;
    for (const Operation &operation :
         describeBody(function, followed).operations)
      found += nameOf(operation.kind) + " ";
    return found;
  };
  EXPECT_EQ(operationsOf(Followed::Addresses), "offset distance store load ");
  EXPECT_EQ(
      operationsOf(Followed::Numbers),
      "offset distance offset offset offset store load offset offset copy ");
}

TEST(Body, ConstantArgumentsChooseBranchesAndElements) {
  LLVMContext context;
  SMDiagnostic problem;
  const std::unique_ptr<Module> module = parseAssemblyString(R"(
declare ptr @_Znwm(i64)
define ptr @inner(ptr %p, i64 %n) {
  %size = mul i64 %n, 24
  %made = call ptr @_Znwm(i64 %size)
  %element = getelementptr i64, ptr %p, i64 %n
  %isZero = icmp eq i64 %n, 0
  br i1 %isZero, label %zero, label %other
zero:
  store ptr %made, ptr %p
  ret ptr %element
other:
  ret ptr null
}
define ptr @middle(ptr %p, i64 %n) {
  %found = call ptr @inner(ptr %p, i64 %n)
  ret ptr %found
}
define ptr @outer(ptr %p) {
  %found = call ptr @middle(ptr %p, i64 3)
  ret ptr %found
}
)",
                                                             problem, context);
  ASSERT_TRUE(module);
  const Choosers choosers = findChoosers(*module);
  const Function &middle = *module->getFunction("middle");
  const Function &inner = *module->getFunction("inner");
  const auto callIn = [](const Function &function) -> const CallBase & {
    for (const Instruction &at : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&at))
        return *call;
    throw std::logic_error("no call");
  };
  const Choice first =
      choiceOf(callIn(*module->getFunction("outer")), middle, choosers, {});
  const Choice second = choiceOf(callIn(middle), inner, choosers, first);
  ASSERT_EQ(second.size(), 2u);
  ASSERT_NE(second[1], nullptr);
  EXPECT_EQ(second[1]->getZExtValue(), 3u);
  EXPECT_EQ(sizeOfAllocation(callIn(inner), second), 72u);
  EXPECT_EQ(sizeOfAllocation(callIn(inner), {}), std::nullopt);
  const Body chosen = withChoice(describeBody(inner), inner, second);
  for (const Operation &operation : chosen.operations) {
    EXPECT_NE(operation.kind, OperationKind::Store); // of the other branch
    if (operation.kind == OperationKind::Offset &&
        isa<GetElementPtrInst>(operation.at)) {
      EXPECT_EQ(operation.amount, 24);
    }
  }
}

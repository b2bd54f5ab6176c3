//===- Directives.cpp - Directive text through Parse and Sema -------------===//
//
// Comes in: up to four lines of any bytes. Each is a pragma at a place of its
// own in one program: before a statement, before a loop, before two of its
// statements. Clang parses the program, and all directives are checked.
//
//===----------------------------------------------------------------------===//
// REQUIRES: compiler
// RUN: %fuzz Directives
#include "redistc/Directive/DirectiveRecorder.h"
#include "redistc/Effects/CodeEvents.h"
#include "redistc/Sema/CheckDirectives.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

using namespace clang;
using namespace redistc;

/// A line of the input in place of each @.
static constexpr llvm::StringLiteral program = R"(
typedef struct Communicator *MPI_Comm;
extern MPI_Comm MPI_COMM_WORLD;
namespace std {
template <typename T> struct vector {
  vector();
  vector(const vector &);
  ~vector();
  vector &operator=(const vector &);
  T &operator[](unsigned long);
  T *data();
  const T *data() const;
  unsigned long size() const;
  void resize(unsigned long);
};
}
struct Pair { int first; double second; };
struct Tree { Tree *left; std::vector<int> keys; };
Pair merge(const Pair &, const Pair &);
void join(std::vector<int> &, const std::vector<int> &);
constexpr int P = 4, N = 1000;
#define LAYOUT(k) cyclic(k) onto(P)
int g;
template <int K>
void f(std::vector<double> &a, double *p, double (&m)[8][6], long n, int *sizes,
       MPI_Comm comm, Tree &tree) {
  std::vector<double> b;
  std::vector<int> v;
  Pair pair;
  double x = 0;
#pragma @
  x += 1;
#pragma @
  for (int i = 0; i < n; ++i) {
    int k = 0;
    std::vector<int> item;
#pragma @
    { k = v[i]; item.resize(k); }
#pragma @
    { x += k + m[1][2]; g = i; }
  }
}
template void f<3>(std::vector<double> &, double *, double (&)[8][6], long,
                   int *, MPI_Comm, Tree &);
)";

namespace {

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &instance, directive::DirectiveRecorder &recorder)
      : compiler(instance), directives(recorder) {}
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    events.push_back(group);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    events.push_back(function);
  }
  void HandleTranslationUnit(ASTContext &context) override {
    sema::checkDirectives(context, directives, compiler.getSema(), events);
  }

private:
  CompilerInstance &compiler;
  directive::DirectiveRecorder &directives;
  effects::CodeEvents events;
};

class CheckAction : public ASTFrontendAction {
public:
  directive::DirectiveRecorder directives;

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    directive::registerPragmaHandlers(compiler.getPreprocessor(), directives);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, directives);
  }
};

} // namespace

/// With the flags that redistc adds.
static void check(llvm::StringRef text) {
  CompilerInstance compiler;
  compiler.setVerboseOutputStream(llvm::nulls()); // how many errors there were
  compiler.createDiagnostics(new IgnoringDiagConsumer());
  const char *const flags[] = {"-std=c++17", "-w", "-fexceptions",
                               "-fcxx-exceptions", "-fbracket-depth=4096"};
  CompilerInvocation::CreateFromArgs(compiler.getInvocation(), flags,
                                     compiler.getDiagnostics());
  compiler.getInvocation().getFrontendOpts().Inputs = {FrontendInputFile(
      llvm::MemoryBufferRef(text, "input.cpp"), InputKind(Language::CXX))};
  CheckAction action;
  compiler.getDiagnostics().setClient(
      directive::wrapDiagnosticConsumer(
          std::make_unique<TextDiagnosticPrinter>(
              llvm::nulls(), &compiler.getDiagnosticOpts()),
          action.directives)
          .release());
  compiler.ExecuteAction(action);
}

/// Clang loses its handler of a pragma that is removed by name, 48 bytes, and
/// to look for others takes five times as long as to check the directives.
extern "C" int __lsan_is_turned_off() { return 1; }

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  llvm::StringRef lines(reinterpret_cast<const char *>(data), size);
  std::string text;
  for (llvm::StringRef rest = program, part, line; !rest.empty();) {
    std::tie(part, rest) = rest.split('@');
    std::tie(line, lines) = lines.split('\n');
    text += part;
    text += line;
  }
  check(text);
  return 0;
}

"""Tries storage of other libraries in every place of a directive.

    python3 check_storage.py --table docs/reference/storage.md --redistcxx PATH
                             --mpirun "MPIRUN -n" TYPE...

The table says what a directive takes of each type. Of the rows TYPE every cell is
tried: what says `yes` runs on 1, 2 and 4 ranks, and all elements are where they
belong; `error` is an error of the call, which names the extents; `no` is refused by
redistc. All types whose cells say the same are in one program, for reading the
headers of a library takes longer than all else.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

# Of a local part of `r` rows and `c` columns: how it is declared, how element
# (i, j) is called. One dimension: `r` elements, element i.
TWO = {
    "Eigen::MatrixXd": (
        "#include <Eigen/Dense>", "Eigen::MatrixXd {x}({r}, {c});", "{x}({i}, {j})"),
    "Eigen::Array, row by row": (
        "#include <Eigen/Dense>",
        "Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> "
        "{x}({r}, {c});", "{x}({i}, {j})"),
    "Eigen::Matrix<double, 4, 6>": (
        "#include <Eigen/Dense>", "Eigen::Matrix<double, 4, 6> {x};",
        "{x}({i}, {j})"),
    "Eigen::Map": (
        "#include <Eigen/Dense>",
        "std::vector<double> {x}Memory({r} * {c});\n"
        "  Eigen::Map<Eigen::MatrixXd> {x}({x}Memory.data(), {r}, {c});",
        "{x}({i}, {j})"),
    "Eigen::Ref": (
        "#include <Eigen/Dense>",
        "Eigen::MatrixXd {x}Memory({r} + 2, {c} + 1);\n"
        "  Eigen::Ref<Eigen::MatrixXd> {x}({x}Memory.block(1, 1, {r}, {c}));",
        "{x}({i}, {j})"),
    "xt::xarray": (
        "#include <xtensor/xarray.hpp>",
        "xt::xarray<double> {x}(std::vector<std::size_t>{{{r}, {c}}});",
        "{x}({i}, {j})"),
    "xt::xtensor": (
        "#include <xtensor/xtensor.hpp>",
        "xt::xtensor<double, 2, xt::layout_type::column_major> "
        "{x}(std::array<std::size_t, 2>{{{r}, {c}}});", "{x}({i}, {j})"),
    "xt::adapt": (
        "#include <xtensor/xadapt.hpp>",
        "std::vector<double> {x}Memory({r} * {c});\n"
        "  auto {x} = xt::adapt({x}Memory, std::array<std::size_t, 2>{{{r}, {c}}});",
        "{x}({i}, {j})"),
    "boost::multi_array": (
        "#include <boost/multi_array.hpp>",
        "boost::multi_array<double, 2> {x}(boost::extents[{r}][{c}]);",
        "{x}[{i}][{j}]"),
    "boost::multi_array_ref": (
        "#include <boost/multi_array.hpp>",
        "std::vector<double> {x}Memory({r} * {c});\n"
        "  boost::multi_array_ref<double, 2> {x}({x}Memory.data(), "
        "boost::extents[{r}][{c}]);", "{x}[{i}][{j}]"),
    "cv::Mat_": (
        "#include <opencv2/core.hpp>",
        "cv::Mat_<double> {x}((int)({r}), (int)({c}));",
        "{x}((int)({i}), (int)({j}))"),
    "std::mdspan, layout_right": (
        '#include "mdspan_like.h"',
        "std::vector<double> {x}Memory({r} * {c});\n"
        "  Kokkos::mdspan<double, Kokkos::dextents<std::size_t, 2>> "
        "{x}({x}Memory.data(), {r}, {c});", "{x}({i}, {j})"),
    "std::mdspan, layout_left": (
        '#include "mdspan_like.h"',
        "std::vector<double> {x}Memory({r} * {c});\n"
        "  Kokkos::mdspan<double, Kokkos::dextents<std::size_t, 2>, "
        "Kokkos::layout_left> {x}({x}Memory.data(), {r}, {c});", "{x}({i}, {j})"),
    "std::mdspan, layout_stride": (
        '#include "mdspan_like.h"',
        "std::vector<double> {x}Memory({r} * ({c} + 3));\n"
        "  Kokkos::mdspan<double, Kokkos::dextents<std::size_t, 2>, "
        "Kokkos::layout_stride> {x}({x}Memory.data(), {{{{{r}, {c}}}, "
        "{{{c} + 3, 1}}}});", "{x}({i}, {j})"),
    "Kokkos::View": (
        '#include "kokkos_like.h"',
        'Kokkos::View<double **, Kokkos::LayoutLeft> {x}("{x}", {r}, {c});',
        "{x}({i}, {j})"),
    "std::valarray": (
        "#include <valarray>", "std::valarray<double> {x}({r} * {c});",
        "{x}[({i}) * ({c}) + ({j})]"),
    "std::vector<std::vector<T>>": (
        "#include <vector>",
        "std::vector<std::vector<double>> {x}({r}, std::vector<double>({c}));",
        "{x}[{i}][{j}]"),
    "std::unique_ptr<T[]>": (
        "#include <memory>",
        "std::unique_ptr<double[]> {x}(new double[{r} * {c} + 20]);",
        "{x}[({i}) * ({c}) + ({j})]"),
    "std::shared_ptr<T[]>": (
        "#include <memory>",
        "std::shared_ptr<double[]> {x}(new double[{r} * {c} + 20]);",
        "{x}[({i}) * ({c}) + ({j})]"),
    "class with rows": (
        '#include "own_rows.h"', "own::rows {x}({r}, {c});", "{x}.row({i})[{j}]"),
    "class with redist::storage_traits": (
        '#include "own_matrix.h"', "own::matrix {x}({r}, {c});", "{x}.at({i}, {j})"),
}
ONE = {
    "Eigen::VectorXd": (
        "#include <Eigen/Dense>", "Eigen::VectorXd {x}({r});", "{x}({i})"),
    "std::vector, redist::allocator": (
        "#include <redist/redist.h>",
        "std::vector<double, redist::allocator<double>> {x}({r});", "{x}[{i}]"),
}

FRAME = """#include <mpi.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>
{includes}
// Element (i, j) of the array; of one dimension j is 0.
static double value(long i, long j) {{ return 100.0 * i + j; }}
{functions}
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  const int only = argc > 1 ? std::atoi(argv[1]) : -1; // of the uses
  int size = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::size_t n = 4 * size;
  int wrong = 0;
  (void)n;
{body}
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d wrong\\n", all);
  MPI_Finalize();
}}
"""


class Storage:
    """A type and how its elements are called."""

    def __init__(self, name):
        self.name = name
        self.dimensions = 1 if name in ONE else 2
        self.include, self.declaration, self.element = {**ONE, **TWO}[name]
        self.add = "add_" + re.sub(r"\W+", "_", name)  # of two such values
        # In place, nobody else knows how much there is.
        self.capacity = " capacity(44)" if "_ptr" in name else ""

    def declare(self, x, rows="4", columns=None):
        columns = columns or ("6" if self.dimensions == 2 else "1")
        return "  " + self.declaration.format(x=x, r=rows, c=columns)

    def at(self, x, columns="6"):
        return self.element.format(x=x, i="i", j="j", c=columns)

    def each(self, x, what, rows="4", columns=None):
        """A loop over the local part."""
        columns = columns or ("6" if self.dimensions == 2 else "1")
        return (f"  for (std::size_t i = 0; i < {rows}; ++i)\n"
                f"    for (std::size_t j = 0; j < {columns}; ++j)\n"
                f"      {what.format(at=self.at(x, columns))};")

    def brackets(self):
        return "[n]" if self.dimensions == 1 else "[n][m]"

    def layout(self, rows, columns="*"):
        dimensions = [rows] if self.dimensions == 1 else [rows, columns]
        return f"{', '.join(dimensions)} onto(size)"


# One use of one type; {m} columns, of which `mine` are here where they are shared.
BLOCK = """  // {use}: {type}
  if (only < 0 || only == {number}) [&] {{
  const std::size_t m = {m}, part = ({m} + size - 1) / size;
  const std::size_t mine = m > rank * part ? std::min(part, m - rank * part) : 0;
  (void)part, (void)mine;
{body}
  }}();"""

BLOCK_ROW, CYCLIC_ROW = "rank * 4 + i", "i * size + rank"


def in_place(s):
    return [s.declare("a"), s.each("a", f"{{at}} = value({BLOCK_ROW}, j)"),
            f"#pragma redistribute a{s.brackets()} from({s.layout('block')}) "
            f"to({s.layout('cyclic')}){s.capacity}",
            s.each("a", f"wrong += {{at}} != value({CYCLIC_ROW}, j)")]


def new_extents(s):
    lines = [s.declare("a"), s.each("a", f"{{at}} = value({BLOCK_ROW}, j)")]
    if s.dimensions == 1:
        # Half of the ranks have all.
        lines += ["  const int half = (size + 1) / 2;",
                  "#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(half))",
                  "  for (std::size_t i = 0; i * half + rank < n && rank < half; ++i)",
                  f"    wrong += {s.at('a')} != value(i * half + rank, 0);",
                  "  wrong += rank >= half && a.size() != 0;"]
        return lines
    return lines + [
        f"#pragma redistribute a[n][m] from({s.layout('block')}) to(*, block onto(size)){s.capacity}",
        s.each("a", "wrong += {at} != value(i, rank * part + j)", "n", "mine")]


def source(s):
    columns = "6" if s.dimensions == 2 else "1"
    return [s.declare("a"), s.each("a", f"{{at}} = value({BLOCK_ROW}, j)"),
            f"  std::vector<double> to(4 * {columns});",
            f"#pragma redistribute a{s.brackets()} from({s.layout('block')}) "
            f"to({s.layout('cyclic')}) into(to) ORDER",
            f"  for (std::size_t i = 0; i < 4; ++i)\n"
            f"    for (std::size_t j = 0; j < {columns}; ++j)\n"
            f"      wrong += to[i * {columns} + j] != value({CYCLIC_ROW}, j);"]


def target(s):
    columns = "6" if s.dimensions == 2 else "1"
    return [f"  std::vector<double> from(4 * {columns});",
            f"  for (std::size_t i = 0; i < 4; ++i)\n"
            f"    for (std::size_t j = 0; j < {columns}; ++j)\n"
            f"      from[i * {columns} + j] = value({BLOCK_ROW}, j);",
            s.declare("b"),
            f"#pragma redistribute from{s.brackets()} from({s.layout('block')}) "
            f"to({s.layout('cyclic')}) into(b)",
            s.each("b", f"wrong += {{at}} != value({CYCLIC_ROW}, j)")]


def section(s):
    """The second half of the rows, backwards; all others stay."""
    inner = "" if s.dimensions == 1 else "[0 : m of m]"
    return [s.declare("a"), s.declare("b"),
            s.each("a", f"{{at}} = value({BLOCK_ROW}, j)"),
            s.each("b", "{at} = -1"),
            f"#pragma redistribute a[n - 1 : n / 2 : -1 of n]{inner} "
            f"from({s.layout('cyclic(4)')}) to({s.layout('cyclic')}) "
            f"into(b[0 : n / 2 of n]{inner})",
            s.each("b", "wrong += {at} != (i * size + rank < n / 2 ? "
                        "value(n - 1 - (i * size + rank), j) : -1)")]


def reduce_item(s):
    return [s.declare("a"), s.each("a", "{at} = value(i + rank, j)"),
            f"#pragma reduce({s.add} : a)",
            "  const int ranks = size * (size - 1) / 2;",
            s.each("a", "wrong += {at} != size * value(i, j) + value(ranks, 0)")]


def add_function(s):
    return f"template <class T> void {s.add}(T &into, const T &from) {{\n" + \
        s.each("into", "{at} += " + s.at("from", "6" if s.dimensions == 2 else "1")) + \
        "\n}\n"


def reduce_section(s):
    total = "4" if s.dimensions == 1 else "24"
    columns = "6" if s.dimensions == 2 else "1"
    return [s.declare("a"), s.each("a", "{at} = value(i + rank, j)"),
            f"#pragma reduce(+ : a[0 : {total}])",
            "  const int ranks = size * (size - 1) / 2;",
            s.each("a", "wrong += {at} != size * value(i, j) + value(ranks, 0)",
                   columns=columns)]


def pipeline_item(s):
    return ["  double sum = 0;", "#pragma pipeline",
            "  for (int k = 0; k < 9; ++k) {", s.declare("a"),
            "#pragma pipeline stage\n  {", s.each("a", "{at} = value(i + k, j)"), "  }",
            "#pragma pipeline stage\n  {", s.each("a", "{at} *= 2"), "  }",
            "#pragma pipeline stage\n  {", s.each("a", "sum += {at}"), "  }", "  }",
            "  double right = 0;", "  for (int k = 0; k < 9; ++k)",
            s.each("a", "right += 2 * value(i + k, j)").replace(s.at("a"), ""),
            "  wrong += sum != right;"]


def pipeline_state(s):
    return [s.declare("a"), s.each("a", "{at} = 0"), "#pragma pipeline",
            "  for (int k = 0; k < 9; ++k) {", "  double x;",
            "#pragma pipeline stage\n  { x = k; }",
            "#pragma pipeline stage\n  {", s.each("a", "{at} += x"), "  }", "  }",
            s.each("a", "wrong += {at} != 36")]


USES = {"in place": in_place, "new extents": new_extents, "source of into": source,
        "target of into": target, "section": section, "reduce item": reduce_item,
        "reduce section": reduce_section, "pipeline item": pipeline_item,
        "pipeline state": pipeline_state}


def program(cases):
    """Of pairs of a storage and the name of a use."""
    blocks = [BLOCK.format(use=use, type=storage.name, number=number,
                           m="6" if storage.dimensions == 2 else "1",
                           body="\n".join(USES[use](storage)))
              for number, (storage, use) in enumerate(cases)]
    storages = {storage.name: storage for storage, _ in cases}.values()
    functions = [add_function(storage) for storage, use in cases if use == "reduce item"]
    return FRAME.format(includes="\n".join({one.include: None for one in storages}),
                        functions="\n".join(functions),
                        body="\n".join(blocks)).replace(" ORDER", "")


def read_table(path):
    """Row -> column -> cell, of the table whose first column is `storage`."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith("| storage "))
    cells = lambda line: [one.strip().replace("`", "") for one in line.strip("|").split("|")]
    columns = cells(lines[start])[1:]
    table = {}
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        row = cells(line)
        table[row[0]] = dict(zip(columns, row[1:]))
    return table


class Tester:
    """Of several types; a case is a pair of a storage and the name of a use."""

    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="storage-")
        self.failures = 0
        inputs = os.path.dirname(os.path.abspath(__file__))
        self.flags = ["-std=c++20", "-I" + inputs, "-w"]
        for folder in ("/usr/include/eigen3", "/usr/include/opencv4"):
            if os.path.isdir(folder):
                self.flags.append("-I" + folder)

    def fail(self, cases, why):
        self.failures += 1
        named = ", ".join(f"{storage.name} ({use})" for storage, use in cases)
        print(f"FAILS: {named}: {why}", flush=True)

    def build(self, cases, name):
        path = os.path.join(self.folder, name)
        with open(path + ".cpp", "w", encoding="utf-8") as file:
            file.write(program(cases))
        libraries = {"-lopencv_core" for storage, _ in cases
                     if "opencv" in storage.include}
        return path, subprocess.run(
            [self.options.redistcxx, *self.flags, path + ".cpp", "-o", path,
             *libraries], capture_output=True, text=True, check=False)

    def run(self, path, ranks, *arguments):
        return subprocess.run(
            [*self.options.mpirun.split(), str(ranks), path, *map(str, arguments)],
            capture_output=True, text=True, check=False, timeout=120)

    def check_right(self, cases):
        path, built = self.build(cases, "right")
        if built.returncode:
            return self.fail(cases, built.stderr)
        for ranks in (1, 2, 4):
            ran = self.run(path, ranks)
            if ran.returncode or ran.stdout != "0 wrong\n":
                self.fail(cases, f"on {ranks} ranks: {ran.stdout}{ran.stderr}")

    def check_error(self, cases):
        """One program, whose argument says which of the cases it tries."""
        path, built = self.build(cases, "error")
        if built.returncode:
            return self.fail(cases, built.stderr)
        for number, case in enumerate(cases):
            ran = self.run(path, 2, number)
            if not ran.returncode or "the storage for the to layout" not in ran.stderr:
                self.fail([case], "no error of the call: " + ran.stdout + ran.stderr)

    def check_refused(self, cases):
        """redistc alone has errors, and in each of the cases."""
        path, built = self.build(cases, "refused")
        error = r"^[^\n:]*refused\.cpp:(\d+):\d+: error:"
        lines = [int(line) for line in re.findall(error, built.stderr, re.M)]
        with open(path + ".cpp", encoding="utf-8") as file:
            code = file.read().split("\n")
        begins = [code.index(f"  // {use}: {storage.name}") for storage, use in cases]
        for case, begin, end in zip(cases, begins, begins[1:] + [len(code)]):
            if not any(begin < line <= end for line in lines):
                self.fail([case], "is not refused by redistc: " + built.stderr)
        if "error:" in re.sub(error, "", built.stderr, flags=re.M):
            self.fail(cases, "other errors: " + built.stderr)

    def check(self, table, types):
        storages = [Storage(name) for name in types]
        for storage in storages:
            row = table[storage.name]
            unknown = set(row.values()) - {"yes", "error", "no"}
            if unknown or set(row) != set(USES):
                sys.exit(f"the table has other columns or cells: {unknown or set(row)}")
        checks = {"yes": self.check_right, "error": self.check_error,
                  "no": self.check_refused}
        for cell, check in checks.items():
            # What is wrong with a pipeline is said where nothing else is wrong.
            alone = [use for use in USES if cell == "no" and "pipeline" in use]
            together = [use for use in USES if use not in alone]
            for group in [together] + [[use] for use in alone]:
                if cases := [(storage, use) for storage in storages for use in group
                             if table[storage.name][use] == cell]:
                    check(cases)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--table", "--redistcxx", "--mpirun"):
        parser.add_argument(name, required=True)
    parser.add_argument("--all-rows", action="store_true",
                        help="only compare the table's rows with the types known here")
    parser.add_argument("types", nargs="*")
    options = parser.parse_args()
    table = read_table(options.table)
    if options.all_rows:
        if set(table) != {**ONE, **TWO}.keys():
            sys.exit(f"rows without a test: {set(table) ^ {**ONE, **TWO}.keys()}")
        return 0
    tester = Tester(options)
    tester.check(table, options.types)
    return 1 if tester.failures else 0


if __name__ == "__main__":
    sys.exit(main())

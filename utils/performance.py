#!/usr/bin/env python3
# Puts what benchmarks have printed as JSON into docs/performance.md, or README.md,
# as tables.
# Comes in: the document and pairs NAME=FILE; goes out: the document, in which
# all between `<!-- NAME: begin -->` and `<!-- NAME: end -->` is new. A name that
# is given again adds a file to its section. Where anything is wrong the
# document stays as it was.
#
#   utils/performance.py docs/performance.md reduce=two.json reduce=four.json
import json
import sys


def table(head, rows):
    lines = [head, ["---"] * len(head)] + rows
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def seconds(value):
    """With three digits, in a unit that suits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def size(count):
    """Of bytes."""
    for unit, bytes_ in (("MB", 1e6), ("KB", 1e3)):
        if count >= bytes_:
            return f"{count / bytes_:.4g} {unit}"
    return f"{count} B"


def pair(ratio):
    return f"{ratio['minimum']:.2f}, {ratio['median']:.2f}"


def by_name(ways):
    return {way["name"]: way for way in ways}


def simulated_movements(data):
    """Of bench-smpi-redistribute."""
    parts = []
    for network in data["networks"]:
        rate = network["packing_rate"]
        packing = f"packing at {rate / 1e9:g} GB/s" if rate else "no packing"
        ways = list(network["cases"][0]["seconds"])
        rows = []
        for case in network["cases"]:
            times = case["seconds"]
            rows.append(
                [f"{case['sources']} → {case['targets']}",
                 f"{case['source_block']}, {case['target_block']}",
                 str(case["bytes"]), f"{case['bound'] * 1e3:.3f} ms"] +
                [f"{times[way] / case['bound']:.2f}" if way in times else "–"
                 for way in ways])
        summary = (f"`auto` / best: {network['auto_to_best']:.2f} at worst. In the "
                   f"mean: `alltoallv` / `auto` {network['alltoallv_to_auto']:.2f}, "
                   f"`caterpillar` / `auto` {network['caterpillar_to_auto']:.2f}.")
        if network["auto_to_bound"]:
            summary += (" Messages of 100 KB and more: `auto` / bound "
                        f"{network['auto_to_bound']:.2f} at worst.")
        parts.append(f"\n### {network['network']}, {packing}\n\n{summary}\n\n" +
                     table(["P → Q", "r, s", "bytes", "bound"] + ways, rows))
    return "".join(parts)


def modes(way):
    """Whether the cores were near or far, and the ratios of those rounds; all
    rounds where that is not known."""
    known = [(f"{name}, {seconds(way[name]['latency'])}", way[name])
             for name in ("near", "far") if name in way]
    return known or [("–", way)]


def movements(data):
    """Of bench-redistribute."""
    names = {"private": "private", "shared": "arrays", "messages": "messages"}
    rows = []
    for case in data["cases"]:
        ways = by_name(case["ways"])
        copy = min(ways[name]["median"] for name in ("copy", "streamed")
                   if name in ways)
        library = next((name for name in ("pdgemr2d", "fftw") if name in ways), "")
        for which, (mode, _) in enumerate(modes(ways["private"])):
            row = [case["name"], mode, seconds(copy)]
            for name in names:
                if name not in ways:
                    row += ["–"] * 3
                    continue
                ratios = modes(ways[name])[which][1]
                row += [seconds(ways[name]["median"]), pair(ratios["limit"]),
                        pair(ratios["best_peer"])]
            beside = (ways[library]["median"] / ways["private"]["median"]
                      if library else 0)
            rows.append(row + [f"{library} {beside:.1f}" if library else "–"])
    head = ["case", "cores", "copy"]
    for title in names.values():
        head += [title, "/ copy", "peer /"]
    return (f"\n### {data['ranks']} ranks\n\n" +
            table(head + ["library / private"], rows))


def strategies(data):
    """Of bench-strategies."""
    names = {"window": "steps", "direct": "at once", "alltoall": "MPI_Alltoallv",
             "types": "types"}
    rows = []
    for case in data["cases"]:
        row = [case["name"].replace(" doubles", "")]
        for shared in (False, True):
            ways = by_name(way for way in case["ways"] if way["shared"] == shared)
            row += [seconds(ways["auto"]["median"]), pair(ways["auto"]["best"])]
            if not shared:
                row += [seconds(ways[name]["median"]) for name in names]
        rows.append(row)
    head = ["case, doubles", "auto", "/ best", *names.values(),
            "auto, shared memory", "/ best"]
    return f"\n### {data['ranks']} ranks\n\n" + table(head, rows)


def first_calls(data):
    """Of bench-first-call."""
    plans = [[one["name"], f"{one['elements']:g}", seconds(one["minimum"]),
              seconds(one["median"]), str(one["allocations"]),
              size(one["bytes"])] for one in data["planning"]]
    calls = [[one["name"], one["storage"], seconds(one["first"]),
              seconds(one["next"]), pair(one["ratio"])] for one in data["calls"]]
    return (f"\n### {data['ranks']} ranks\n\n" +
            table(["planning", "doubles", "least", "median", "allocations",
                   "memory"], plans) +
            f"\nCalls that move {data['elements']} doubles:\n\n" +
            table(["calls", "storage", "first", "next", "first / next"], calls))


def plans(data):
    """Of bench-plan."""
    rows = [[one["name"], str(one["ranks"]), str(one["messages"]),
             seconds(one["minimum"]), seconds(one["median"]), size(one["bytes"])]
            for one in data["plans"]]
    return "\n" + table(["from → to", "ranks", "messages", "least", "median",
                         "allocated"], rows)


def reductions(data):
    """Of bench-reduce."""
    rows = []
    for case in data["cases"]:
        rows.append([case["name"], seconds(case["mpi"]["median"])])
        for name in ("redist auto", "redist greedy"):
            way = case.get(name)
            rows[-1].append(f"{way['ratio']:.2f}" if way else "–")
    return (f"\n### {data['ranks']} ranks\n\n" +
            table(["case", "MPI", "`auto` / MPI", "`greedy` / MPI"], rows))


def overlaps(data):
    """Of bench-overlap."""
    rows = [[name] + [seconds(one[key]) for key in
                      ("transfer", "combine", "without", "with", "model")] +
            [f"{one['ratio']:.3f}"]
            for name, one in (("least", data["minimum"]),
                              ("median", data["median"]))]
    return (f"\n### {data['ranks']} ranks, {data['combines']} items of "
            f"{size(data['bytes'])}\n\n" +
            table(["", "d", "c", "without", "with", "model", "with / model"],
                  rows))


def pipelines(data):
    """Of bench-pipeline."""
    rows = []
    for way in data["ways"]:
        bound = way.get("bound")
        rows.append([size(way["bytes"]), way["name"],
                     seconds(bound) if bound else "–", seconds(way["min"]),
                     seconds(way["median"]),
                     f"{way['min'] / bound:.3f}, {way['median'] / bound:.3f}"
                     if bound else "–"])
    return (f"\n### {data['ranks']} ranks\n\n" +
            table(["item", "by", "bound", "least", "median", "/ bound"], rows))


def tracings(data):
    """Of bench-tracing."""
    columns = ("again", "statistics", "traced")
    rows = [[case["name"], seconds(case["off"]["minimum"]),
             seconds(case["off"]["median"])] +
            [", ".join(f"{case[column][which]:.3f}"
                       for which in ("minimum", "median"))
             for column in columns] for case in data["cases"]]
    return (f"\n### {data['ranks']} ranks\n\n" +
            table(["case", "off, least", "median", "off again / off",
                   "statistics / off", "timeline / off"], rows))


def planners(data):
    """Of bench-planner, in the format of Google Benchmark."""
    known = {"name", "real_time", "cpu_time", "time_unit", "iterations",
             "run_name", "run_type", "repetitions", "repetition_index",
             "threads", "family_index", "per_family_instance_index"}
    units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    rows = []
    for one in data["benchmarks"]:
        counters = ", ".join(f"{name} {value:.4g}" for name, value in one.items()
                             if name not in known)
        rows.append([one["name"], seconds(one["real_time"] *
                                          units[one["time_unit"]]), counters])
    return "\n" + table(["what", "time", "counted"], rows)


def between_nodes(data):
    """Of bench-nodes."""
    columns = [("by ranks", "by ranks"), ("alltoallv", "pack + `Alltoallv`"),
               ("alltoallw", "`Alltoallw`"), ("pdgemr2d", "`pdgemr2d`"),
               ("alltoall", "`MPI_Alltoall`")]
    rows = []
    for case in data["cases"]:
        ways = by_name(case["ways"])
        blocks = " → ".join(f"cyclic({block})" if block else "block"
                            for block in case["blocks"])
        rows.append([blocks, size(case["bytes"]), seconds(case["links"]),
                     seconds(ways["redist"]["median"])] +
                    [seconds(ways[way]["median"]) for way, _ in columns] +
                    [f"{case['gain']:.2f}"])
    return (f"\n### {data['ranks']} ranks on {data['nodes']} nodes, links of "
            f"{size(data['bytes_per_second'])}/s\n\n" +
            table(["from → to", "bytes", "links", "redistc"] +
                  [title for _, title in columns] + ["best peer /"], rows))


def simulated_nodes(data):
    """Of bench-smpi-nodes."""
    ways = ["by ranks", "direct", "two levels", "alltoallv", "alltoallw"]
    parts = []
    for network in data["networks"]:
        rows = []
        for case in network["cases"]:
            times = case["seconds"]
            mpi = [times[way] for way in ways[3:] if way in times]
            rows.append(
                [case["case"], f"{case['nodes']} × {case['per_node']}",
                 str(case["bytes"]), seconds(case["bound"]), seconds(times["auto"])] +
                [seconds(times[way]) if way in times else "–" for way in ways] +
                [f"{times['auto'] / case['bound']:.2f}",
                 f"{times['auto'] / min(times.values()):.2f}",
                 f"{min(mpi) / times['auto']:.2f}" if mpi else "–"])
        gains = ", ".join(f"{network[key]:.2f} {what}" for key, what in
                          (("mpi_small", "to 64 bytes"), ("mpi_medium", "at 1 KB"),
                           ("mpi_large", "above")) if network[key])
        parts.append(f"\n### Nodes on {network['network']}, packing at "
                     f"{network['packing_rate'] / 1e9:g} GB/s\n\n"
                     f"`auto` / best: {network['auto_to_best']:.2f} at worst." +
                     (f" MPI / `auto` from 8 × 8 ranks on, in the mean: {gains}."
                      if gains else "") +
                     (f" From 8 KB on `auto` / bound: {network['auto_to_bound']:.2f} "
                      "at worst." if network["auto_to_bound"] else "") + "\n\n" +
                     table(["case", "nodes", "bytes", "bound", "auto"] + ways +
                           ["/ bound", "/ best", "MPI /"], rows))
    return "".join(parts)


def simulated_sums(data):
    """Of bench-smpi-sums."""
    parts = []
    for network in data["networks"]:
        rows = [[f"{case['nodes']} × {case['per_node']}", size(case["bytes"]),
                 seconds(case["bound"]), seconds(case["stripes"]),
                 seconds(case["mpi"]), f"{case['stripes'] / case['bound']:.2f}",
                 f"{case['mpi'] / case['stripes']:.2f}"]
                for case in network["cases"]]
        parts.append(f"\n### Sums on {network['network']}, packing at "
                     f"{network['packing_rate'] / 1e9:g} GB/s\n\n"
                     f"MPI / redistc in the mean: {network['gain']:.2f}.\n\n" +
                     table(["nodes", "bytes", "bound", "redistc",
                            "`MPI_Allreduce`", "/ bound", "MPI /"], rows))
    return "".join(parts)


def simulated_holders(data):
    """Of bench-smpi-holders."""
    ways = ["one-step", "stripes", "tree", "mpi"]
    parts = []
    for network in data["networks"]:
        rows = []
        for case in network["cases"]:
            times = case["seconds"]
            own = [times[way] for way in ways[:3] if way in times]
            rows.append(
                [case["case"], str(case["ranks"]), str(case["bytes"]),
                 seconds(case["bound"]), seconds(times["auto"])] +
                [seconds(times[way]) if way in times else "–" for way in ways] +
                [f"{times['auto'] / case['bound']:.2f}",
                 f"{times['auto'] / min(own):.2f}"])
        parts.append(f"\nOn {network['network']}:\n\n" +
                     table(["case", "ranks", "bytes", "bound", "auto", "one step",
                            "stripes", "tree", "MPI", "/ bound", "/ best"], rows))
    return "".join(parts)


def simulated_reductions(data):
    """Of bench-smpi-reduce."""
    rows = []
    for case in data["cases"]:
        row = [str(case["ranks"]), f"{case['ratio']:g}",
               seconds(case["optimum"])]
        for order in ("commutative", "ordered"):
            ours = case[order]["redist"]
            row += [f"{ours / case['optimum']:.3f}",
                    f"{case[order]['mpi'] / ours:.2f}"]
        rows.append(row)
    return (f"\nItems of {size(data['bytes'])}, d = "
            f"{seconds(data['transfer'])}:\n\n" +
            table(["ranks", "d / c", "optimum", "commutative / optimum",
                   "MPI /", "ordered / optimum", "MPI /"], rows))


def simulated_pipelines(data):
    """Of bench-smpi-pipeline."""
    rows = [[str(case["ranks"]), case["weights"], seconds(case["model"]),
             seconds(case["measured"]), f"{case['measured'] / case['model']:.3f}"]
            for case in data["cases"]]
    return (f"\nItems of {size(data['bytes'])}:\n\n" +
            table(["ranks", "weights", "model", "measured", "/ model"], rows))


def beside_movements(data):
    """Of bench-redistribute: the vectors, for README.md."""
    peers = ("pdgemr2d", "alltoallv", "alltoallw")
    rows = []
    for case in data["cases"]:
        ways = by_name(case["ways"])
        if case["name"].startswith("2-D") or not all(peer in ways for peer in peers):
            continue
        ours = ways["private"]["median"]
        rows.append([case["name"].replace("->", "→"), seconds(ours)] +
                    [f"{ways[peer]['median'] / ours:.1f}" for peer in peers])
    return table(["from → to", "redistc", "`pdgemr2d` /", "`MPI_Alltoallv` /",
                  "`MPI_Alltoallw` /"], rows)


def beside_reductions(data):
    """Of bench-reduce: those to all, for README.md."""
    rows = [[case["name"], seconds(case["redist auto"]["median"]),
             f"{1 / case['redist auto']['ratio']:.2f}"]
            for case in data["cases"] if case["name"].endswith("to all")]
    return table(["item", "redistc", "`MPI_Allreduce` /"], rows)


def beside_pipelines(data):
    """Of bench-pipeline: items in turn by all ways, for README.md."""
    rows = []
    for way in data["ways"]:
        ours = next(one for one in data["ways"] if one["name"] == "redist" and
                    (one["bytes"], "bound" in one) ==
                    (way["bytes"], "bound" in way))
        work = "stages of 200, 400, 200 µs" if way.get("bound") else "nothing to do"
        rows.append([f"{size(way['bytes'])}, {work}", way["name"],
                     seconds(way["median"]),
                     f"{way['median'] / ours['median']:.2f}"])
    return table(["item", "by", "time an item", "/ redistc"], rows)


makers = {
    "beside-redistribute": beside_movements,
    "beside-reduce": beside_reductions,
    "beside-pipeline": beside_pipelines,
    "redistribute": movements,
    "strategies": strategies,
    "first-call": first_calls,
    "plan": plans,
    "reduce": reductions,
    "overlap": overlaps,
    "pipeline": pipelines,
    "tracing": tracings,
    "planner": planners,
    "nodes": between_nodes,
    "smpi-redistribute": simulated_movements,
    "smpi-holders": simulated_holders,
    "smpi-nodes": simulated_nodes,
    "smpi-sums": simulated_sums,
    "smpi-reduce": simulated_reductions,
    "smpi-pipeline": simulated_pipelines,
}


def made_from(name, path):
    try:
        with open(path, encoding="utf-8") as file:
            return makers[name](json.load(file))
    except (OSError, ValueError) as problem:
        sys.exit(f"performance.py: {path}: {problem}")
    except (KeyError, TypeError, IndexError):
        sys.exit(f"performance.py: {path}: not what the program of '{name}' prints")


def main(arguments):
    document, *given = arguments
    with open(document, encoding="utf-8") as file:
        text = file.read()
    sections = {}
    for one in given:
        name, _, path = one.partition("=")
        begin, end = (f"<!-- {name}: {word} -->" for word in ("begin", "end"))
        if name not in makers or begin not in text or end not in text:
            sys.exit(f"performance.py: no place for '{name}' in {document}")
        sections.setdefault(name, []).append(made_from(name, path))
    for name, parts in sections.items():
        begin, end = (f"<!-- {name}: {word} -->" for word in ("begin", "end"))
        head, rest = text.split(begin, 1)
        text = (head + begin + "\n" + "".join(parts) + "\n" + end +
                rest.split(end, 1)[1])
    with open(document, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: performance.py DOCUMENT NAME=FILE...")
    main(sys.argv[1:])

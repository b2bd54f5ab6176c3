#!/usr/bin/env python3
# Puts what benchmarks have printed as JSON into docs/performance.md, as tables.
# Comes in: the document and pairs NAME=FILE; goes out: the document, in which
# all between `<!-- NAME: begin -->` and `<!-- NAME: end -->` is new.
#
#   utils/performance.py docs/performance.md smpi-redistribute=smpi.json
import json
import sys


def table(head, rows):
    lines = [head, ["---"] * len(head)] + rows
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


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
    return "".join(parts) + "\n"


makers = {"smpi-redistribute": simulated_movements}


def main(arguments):
    document, *given = arguments
    with open(document, encoding="utf-8") as file:
        text = file.read()
    for pair in given:
        name, path = pair.split("=", 1)
        begin, end = (f"<!-- {name}: {word} -->" for word in ("begin", "end"))
        if name not in makers or begin not in text or end not in text:
            sys.exit(f"performance.py: no place for '{name}' in {document}")
        with open(path, encoding="utf-8") as file:
            made = makers[name](json.load(file))
        head, rest = text.split(begin, 1)
        text = head + begin + "\n" + made + end + rest.split(end, 1)[1]
    with open(document, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: performance.py DOCUMENT NAME=FILE...")
    main(sys.argv[1:])

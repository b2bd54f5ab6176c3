"""check_json.py P r Q s EXTENT|none STRATEGY < JSON"""
import json
import sys

from redistribution_check import check

P, r, Q, s = map(int, sys.argv[1:5])
check(json.load(sys.stdin), P=P, Q=Q, r=r, s=s,
      extent=None if sys.argv[5] == "none" else int(sys.argv[5]),
      strategy=sys.argv[6])
print("the document is right")

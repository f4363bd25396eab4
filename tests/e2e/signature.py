"""The bench signature: the number of nodes the engine visits, the same on every machine.

A change that alters it on purpose puts the new number into tests/golden/signature.txt and into its
commit message, behind `Bench:`.
"""

import json
import os

from drive import ROOT, run
from tap import case_for, equal, run_cases


def check(game, wanted):
    done = run(["bench", game, "--signature", "--json"], timeout=600)
    equal(done.status, 0, "status")
    equal(json.loads(done.out)["nodes"], wanted, "nodes")


with open(os.path.join(ROOT, "tests", "golden", "signature.txt"), encoding="utf-8") as file:
    for line in file:
        name, nodes = line.split()
        case_for(f"{name} visits {nodes} nodes", check, name, int(nodes))

run_cases()

"""The lessons over recorded traces: what they say is what independent readers found."""
import json
import re

from common import check, corpus, finish, need_corpus, run

DEMOS = f"{__file__.rsplit('/', 3)[0]}/dscripts/demo"


def demo(name):
    return run("-s", f"{DEMOS}/{name}.d", "-E", trace)[1].decode()


need_corpus()
trace = f"{corpus}/files/slow-ppt-slice6.etl"
with open(f"{corpus}/oracle/slow-ppt-slice6.semantic.json") as f:
    truth = json.load(f)

out = demo("UIdelay")
late = re.findall(r"  (\S+) \((\d+)\), thread (\d+): (\d+) ms", out)
check("UIdelay: PowerPoint did not answer for 1108 ms", late == [("powerpnt.exe", "5100", "5984", "1108")], late)
check("UIdelay: says where", "Places that threads were met" in out and "+0x" in out)

out = demo("perf")
rows = {(m[1], m[2]): int(m[3]) for m in re.finditer(r"^(\S+) +(\d+) +(\d+)$", out, re.M)}
busy = {k.lower(): n for k, n in truth["samples_process"].items() if not k.startswith("Idle")}
check("perf: samples", {f"{k[0]}({k[1]})": n for k, n in rows.items()} == busy, rows)
check("perf: ten places with stacks", len(re.findall(r"^ +\d+ samples$", out, re.M)) == 10 and "WindowsCodecs.dll+0x" in out)

out = demo("waits")
rows = re.findall(r"^(\S+) +(\(.*?\)|\S+) +(\d+) +(\d+) +(\d+)$", out, re.M)
check("waits: a trace without ready threads says so", rows and {r[1] for r in rows} == {"(the trace does not say)"}, rows[:3])
check("waits: as many as threads came back", 0 < sum(int(r[3]) for r in rows) < truth["cswitch_new_process__total"])
check("waits: no wait is longer than all", all(int(r[4]) <= int(r[2]) for r in rows))
check("waits: the longest first", [int(r[2]) for r in rows] == sorted((int(r[2]) for r in rows), reverse=True))
finish()

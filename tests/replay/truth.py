"""Who ran, who was sampled: equal to what the trace's kernel events say."""
import json
import re

from common import check, corpus, finish, need_corpus, run

FIRE = '{ @[execname, pid] = count(); } END { printa("%s|%d|%@d\\n", @); }'


def rows(probe, trace):
    out = run("-qn", f"{probe} {FIRE}", "-E", trace)[1].decode()
    return {f"{m[1]}({m[2]})".lower(): int(m[3]) for m in re.finditer(r"^(.*)\|(\d+)\|(\d+)$", out, re.M)}


def compare(what, got, want):
    want = {k.lower(): v for k, v in want.items()}
    check(f"{what}: total", sum(got.values()) == sum(want.values()), f"{sum(got.values())} {sum(want.values())}")
    for k, n in want.items():
        check(f"{what}: {k}", got.get(k) == n, f"{got.get(k)} not {n}")


need_corpus()
trace = f"{corpus}/files/slow-ppt-slice6.etl"
with open(f"{corpus}/oracle/slow-ppt-slice6.semantic.json") as f:
    truth = json.load(f)
got = rows("sched:::on-cpu", trace)
check("context switches", sum(got.values()) == truth["cswitch_new_process__total"])
samples = rows("profile:::sample-999", trace)
listed = {k: v for k, v in truth["samples_process"].items()}
check("samples", sum(samples.values()) == truth["samples_process__total"])
for k, n in listed.items():
    check(f"samples of {k}", samples.get(k.lower()) == n, f"{samples.get(k.lower())} not {n}")
for k, n in truth["cswitch_new_process"].items():
    check(f"switches to {k}", got.get(k.lower()) == n, f"{got.get(k.lower())} not {n}")
out = run("-qn", 'sched:::on-cpu { @[cpu] = count(); } END { printa("%d|%@d\\n", @); }', "-E", trace)[1].decode()
cpus = dict(line.split("|") for line in out.split() if "|" in line)
check("switches by CPU", cpus == {k: str(v) for k, v in truth["cswitch_cpu"].items()}, cpus)
out = run("-s", f"{__file__.rsplit('/', 3)[0]}/dscripts/bin/sched.d", "-E", trace)[1].decode()
check("sched.d: one distribution a CPU", sorted(re.findall(r"^CPU (\d+)", out, re.M)) == ["0", "2", "4", "6"])
finish()

"""Who an event belongs to: processes, threads, lifetimes and switches, against what independent readers decoded, and
against the ids in the records' own headers."""
import collections
import glob
import json
import os
import re
import uuid

from common import check, corpus, finish, need_corpus, run
from walk import records

EPOCH = 116444736000000000


def lines(script, trace):
    out = run("-qn", script, "-E", trace)[1].decode("utf-8", "replace")
    return [line.split("|") for line in out.split("\n") if "|" in line]


def table(clause, keys, fmt, trace):
    """{(key, ...): count} of a count() by those keys."""
    rows = lines(f'{clause} {{ @[{keys}] = count(); }} END {{ printa("{fmt}|%@d\\n", @); }}', trace)
    return {tuple(r[:-1]): int(r[-1]) for r in rows}


def compare(what, got, want):
    wrong = [(k, n, got.get(k, 0)) for k, n in want.items() if got.get(k, 0) != n]
    check(what, not wrong, wrong[:4])


def by_process(what, truth, key, got):
    """Names with ids, as name(id); the oracle lists the most frequent."""
    merged = collections.Counter()
    for (name, pid), n in got.items():
        merged[f"{name}({pid})".lower()] += n
    check(f"{what}: total", sum(merged.values()) == truth[f"{key}__total"], sum(merged.values()))
    compare(what, merged, {k.lower(): n for k, n in truth[key].items()})


def tallies(name, truth, trace):
    """What the oracle counts by the values of one member."""
    for key, clause, keys, fmt in (
            ("samples_tid", "sample-999", "tid", "%d"),
            ("samples_cpu", "sample-999", "cpu", "%d"),
            ("cswitch_cpu", "sched:::on-cpu", "cpu", "%d"),
            ("cswitch_new_tid", "sched:::on-cpu", "tid", "%d"),
            ("cswitch_old_state", "sched:::off-cpu", "curlwpsinfo->pr_state", "%d"),
            ("cswitch_old_wait_reason", "sched:::off-cpu", "curlwpsinfo->pr_waitr", "%d"),
            ("image_op10_pid", "proc:::module-load", "arg2", "%d"),
            ("image_op2_pid", "proc:::module-unload", "arg2", "%d")):
        if key not in truth:
            continue
        got = {k[0]: n for k, n in table(clause, keys, fmt, trace).items()}
        check(f"{name}: {key}: total", sum(got.values()) == truth[f"{key}__total"], sum(got.values()))
        compare(f"{name}: {key}", got, truth[key])
    for key, clause in (("samples_process", "sample-999"), ("cswitch_new_process", "sched:::on-cpu")):
        if key in truth:
            by_process(f"{name}: {key}", truth, key, table(clause, "execname, pid", "%s|%d", trace))


def same_moments(got, want):
    """The oracle computes times in floating point, and is up to 9 units of 100 ns off."""
    return len(got) == len(want) and all(
        g[1:] == w[1:] and abs(g[0] - w[0]) < 1000 for g, w in zip(got, want))


def lifetimes(name, truth, trace):
    """Starts and ends, each with its time."""
    starts = sorted((int(r[0]), int(r[1]), int(r[2]), r[3]) for r in lines(
        'proc:::start { printf("%d|%d|%d|%s\\n", walltimestamp, args[0]->pr_pid, args[0]->pr_ppid, '
        'args[0]->pr_fname); }', trace))
    want = sorted(((p["filetime"] - EPOCH) * 100, p["pid"], p["ppid"], p["name"].lower())
                  for p in truth["processes"] if p["op"] == 1)
    if any(p["name"] for p in truth["processes"]):
        check(f"{name}: starts", same_moments(starts, want), (starts[:3], want[:3]))
    else:      # the oracle could not read these
        check(f"{name}: number of starts", len(starts) == len(want), (len(starts), len(want)))
        return
    ends = sorted((int(r[0]), int(r[1]), r[2]) for r in lines(
        'proc:::exit { printf("%d|%d|%s\\n", walltimestamp, pid, execname); }', trace))
    want = sorted(((p["filetime"] - EPOCH) * 100, p["pid"], p["name"].lower())
                  for p in truth["processes"] if p["op"] == 2)
    check(f"{name}: ends", same_moments(ends, want), (ends[:3], want[:3]))


def names(name, truth, trace):
    """No event of a process is called anything that the trace does not call it."""
    said = collections.defaultdict(set)
    for p in truth["processes"]:
        if p["name"]:
            said[p["pid"]].add(p["name"].lower())
    if not said:
        return
    used = collections.defaultdict(set)
    for (comm, pid), _ in table("diag:::events", "execname, pid", "%s|%d", trace).items():
        used[int(pid)].add(comm.lower())
    for pid, known in said.items():
        check(f"{name}: names of {pid}", used.get(pid, known) <= known, (used.get(pid), known))


def header_ids(trace):
    """{(guid, id, opcode, pid): events} of the providers' events, all of which have ids."""
    rows = collections.Counter()
    for r in records(trace):
        if r.guid and r.pid is not None:
            rows[str(uuid.UUID(bytes_le=r.guid)), str(r.id or 0), str(r.opcode), str(r.pid)] += 1
    return rows


def headers(name, trace):
    want = header_ids(trace)
    got = {(k[0].strip("{}"), *k[1:]): n for k, n in table(
        "diag:::events", "stringof(arg0), arg1, arg2, pid", "%s|%d|%d|%d", trace).items() if k[0].startswith("{")}
    compare(f"{name}: processes of providers' events", got, want)


need_corpus()
for trace in sorted(glob.glob(f"{corpus}/files/*.etl")):
    name = os.path.basename(trace)[:-4]
    oracle = f"{corpus}/oracle/{name}.semantic.json"
    if os.path.exists(oracle):
        with open(oracle) as f:
            truth = json.load(f)
        tallies(name, truth, trace)
        lifetimes(name, truth, trace)
        names(name, truth, trace)
    if name not in ("pktmon-n1",):      # messages of the software tracer, which the walk does not read
        headers(name, trace)

# A process that only a provider's event or an image names has that name from the first event on.
got = table("diag:::events /pid == 2880 || pid == 5864/", "pid, execname", "%d|%s", f"{corpus}/files/tx-process.etl")
check("named by a provider", {c for _, c in got} == {"outlook.exe", "devenv.exe"}, got)
finish()

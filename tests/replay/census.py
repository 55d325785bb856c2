"""diag:::events over every trace: counts by provider, id or opcode, and version, and the first and last time to the
unit, equal to the oracle's; twice the same bytes (not with DTRACE_ONCE: see run.py)."""
import collections
import glob
import json
import os

from common import check, corpus, finish, need_corpus, run

SCRIPT = 'diag:::events { @[stringof(arg0), arg1, arg2] = count(); } END { printa("%s|%d|%d|%@d\\n", @); }'


def oracle_counts(path):
    """{(guid, id or opcode): n}: an event of a manifest is told by its id, others by their opcode."""
    counts = collections.Counter()
    with open(path) as f:
        d = json.load(f)
    for key, n in d["events"].items():
        kind, guid, number = key.split("|")[:3]
        counts[kind in ("event", "manifest", "eh", "tl"), guid, int(number)] += n
    return d, counts


def census(out):
    rows = collections.Counter()
    for line in out.decode().splitlines():
        if line.count("|") == 3:
            guid, ident, opcode, n = line.split("|")
            rows[guid.strip("{}"), int(ident), int(opcode)] += int(n)
    return rows


VERSIONS = ('diag:::events { @[stringof(arg0), arg1, arg2, *(uint8_t *)(arg4 - 2)] = count(); @a = min(walltimestamp); '
            '@z = max(walltimestamp); } END { printa("%s|%d|%d|%d|%@d\\n", @); printa("times %@d", @a); printa(" %@d\\n", @z); }')


def compare_versions(name, trace, d):
    """Providers whose records are all told by their id, or all by their opcode."""
    out = run("-qn", VERSIONS, "-E", trace)[1].decode()
    by_id, want, got = collections.defaultdict(set), collections.Counter(), collections.Counter()
    for key, n in d["events"].items():
        kind, guid, number, version = key.split("|")[:4]
        if len(guid) == 36 and number.isdigit() and version.isdigit():
            by_id[guid].add(kind in ("event", "manifest", "eh", "tl", "message"))
            want[guid, int(number), int(version)] += n
    for line in out.splitlines():
        if line.count("|") == 4:
            guid, ident, opcode, version, n = line.split("|")
            guid = guid.strip("{}")
            if len(by_id[guid]) == 1:
                got[guid, int(ident if True in by_id[guid] else opcode), int(version)] += int(n)
    for key, n in want.items():
        if len(by_id[key[0]]) == 1:
            check(f"{name}: {key}", got[key] == n, f"{got[key]} not {n}")
    times = [int(w) // 100 + 116444736000000000 for w in out[out.index("times") + 5:].split()]
    check(f"{name}: first and last time", times == [d["first_filetime"], d["last_filetime"]], times)


def compare(name, trace, oracle):
    _, out, err = run("-qn", SCRIPT, "-E", trace)
    if "DTRACE_ONCE" not in os.environ:
        _, again, _ = run("-qn", SCRIPT, "-E", trace)
        check(f"{name}: twice the same bytes", out == again)
    rows = census(out)
    d, want = oracle_counts(oracle)
    check(f"{name}: records", sum(rows.values()) == d["records"], f"{sum(rows.values())} not {d['records']}")
    compare_versions(name, trace, d)
    by_guid = collections.Counter()
    for (guid, _, _), n in rows.items():
        by_guid[guid] += n
    want_guid = collections.Counter()
    for (_, guid, _), n in want.items():
        want_guid[guid] += n
    for guid in want_guid:
        if len(guid) == 36:
            check(f"{name}: {guid}", by_guid[guid] == want_guid[guid], f"{by_guid[guid]} not {want_guid[guid]}")


need_corpus()
with open(f"{corpus}/synth/truth.json") as f:
    truth = json.load(f)
for trace in sorted(glob.glob(f"{corpus}/files/*.etl")):
    name = os.path.basename(trace)[:-4]
    oracle = f"{corpus}/oracle/{name}.json"
    if os.path.exists(oracle):
        compare(name, trace, oracle)
    elif os.path.exists(f"{corpus}/oracle/{name}.dissect.json"):
        with open(f"{corpus}/oracle/{name}.dissect.json") as f:
            d = json.load(f)
        rows = census(run("-qn", SCRIPT, "-E", trace)[1])
        check(f"{name}: records", sum(rows.values()) == d["records"])
for name, t in truth.items():
    rows = census(run("-qn", SCRIPT, "-E", f"{corpus}/synth/{name}.etl")[1])
    check(f"{name}: records", sum(rows.values()) == t["records"], f"{sum(rows.values())} not {t['records']}")
finish()

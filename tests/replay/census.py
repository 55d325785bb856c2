"""diag:::events over every trace: counts by provider, id or opcode, equal to the oracle's; twice the same bytes."""
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


def compare(name, trace, oracle):
    _, out, err = run("-qn", SCRIPT, "-E", trace)
    _, again, _ = run("-qn", SCRIPT, "-E", trace)
    check(f"{name}: twice the same bytes", out == again)
    rows = census(out)
    d, want = oracle_counts(oracle)
    check(f"{name}: records", sum(rows.values()) == d["records"], f"{sum(rows.values())} not {d['records']}")
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

"""Events by name, over every trace: what a schema describes decodes to its last byte; names and values as others read
them."""
import collections
import glob
import json
import os
import subprocess
import sys

from common import check, corpus, finish, need_corpus, run

ETWPROPS = sys.argv[4]

# Traces whose records were written by a 32-bit program that copied 64-bit payloads: their headers say 4-byte pointers.
MISLABELLED = ("sb-image_64", "sb-process_64", "sb-test_64")
# An event source whose own manifest leaves out the last field of its event.
SHORT = {("perfview", "ClrEnableParameters"): 4}


def props(trace):
    """[provider, event, id, opcode, version, bytes left or "-", origin of the schema, properties] of each record."""
    out = subprocess.run([ETWPROPS, trace], capture_output=True, check=True, timeout=250).stdout
    return [line.split("\t") for line in out.decode(errors="replace").split("\n") if line]


def decode(name, trace):
    rows = props(trace)
    wrong = collections.Counter()
    for prov, event, _, _, _, left, origin, _ in rows:
        if left not in ("-", "0") and SHORT.get((prov, event)) != int(left):
            wrong[prov, event, origin, left] += 1
    if name.startswith(MISLABELLED):
        return rows
    check(f"{name}: every schema ends where its event does", not wrong, list(wrong.items())[:5])
    return rows


def values(rows, provider, event):
    return [r[7] for r in rows if r[0] == provider and r[1] == event]


def script(text, trace):
    return run("-qn", text, "-E", trace)[1].decode()


need_corpus()
rows = {}
for trace in sorted(glob.glob(f"{corpus}/files/*.etl")) + sorted(glob.glob(f"{corpus}/synth/*.etl")):
    name = os.path.basename(trace)[:-4]
    rows[name] = decode(name, trace)

# TraceLogging: every event has its schema with it
for name in ("pv-primitive-types", "s4-waasmedic", "pv-selfdescribing", "pyetwkit-sample"):
    with open(f"{corpus}/oracle/{name}.json") as f:
        items = json.load(f)["ext_items"]
    told = sum(r[6] == "event" for r in rows[name])
    check(f"{name}: TraceLogging", told == items["11"], f"{told} not {items['11']}")

# one event, as another reader has it
with open(f"{corpus}/oracle/pv-selfdescribing.json") as f:
    w = json.load(f)["windows_derived"]
want = json.loads(w["payload0"])
got = values(rows["pv-selfdescribing"], w["provider"].lower(), w["event"])
check("a nested TraceLogging event", got == ["a {b %s c %s}" % (want["b"], want["c"])], got)
trace = f"{corpus}/files/pv-selfdescribing.etl"
out = script(f'{w["provider"]}:::events {{ printf("%s %s", etwname, etwprops("json")); }}', trace)
check("the same from D", out.strip() == f'{w["event"]} ' + json.dumps({"a": want}, separators=(",", ":")), out)

# processes by the kernel's records, as the semantic oracle has them
for name in ("ab-shutdownperfdiag", "sb-process_32_v1"):
    with open(f"{corpus}/oracle/{name}.semantic.json") as f:
        want = json.load(f).get("processes", [])
    out = script('windows-kernel-process:::events /etwfieldstr("ImageFileName") != ""/ '
                 '{ printf("%d|%d|%d|%s\\n", arg1, etwfield("ProcessId"), etwfield("ParentId"), '
                 'etwfieldstr("ImageFileName")); }', f"{corpus}/files/{name}.etl")
    got = collections.Counter(out.split())
    exp = collections.Counter(f"{p['op']}|{p['pid']}|{p['ppid']}|{p['name']}" for p in want)
    check(f"{name}: processes", want and got == exp, list((exp - got).items())[:3] + list((got - exp).items())[:3])

# the first request of the HTTP service needs no schema: its URL is where the payload has it
trace = f"{corpus}/files/tx-httpserver.etl"
with open(f"{corpus}/oracle/tx-httpserver.json") as f:
    w = json.load(f)["windows_derived"]
out = script('microsoft-windows-httpservice:::events { @[etwid] = count(); } END { printa("%d %@d\\n", @); }', trace)
got = dict(line.split() for line in out.splitlines() if line)
check("requests parsed", got.get("2") == str(w["parse_events_id2"]), got)
check("fast responses", {got.get("12"), got.get("8")} == {str(w["fastresp_id12_or_8"])}, got)

# probes listed are probes that fire
for name in ("pktmon-n1", "pyetwkit-sample", "pv-diaghub-user_paged"):
    trace = f"{corpus}/files/{name}.etl"
    listed = run("-l", "-E", trace)[1].decode().splitlines()[1:]
    ours = {line.split()[1] for line in listed if line.split()[-1] == "events"} - {"diag"}
    seen = {r[0] for r in rows[name]}
    check(f"{name}: providers listed", ours == seen, ours ^ seen)
finish()

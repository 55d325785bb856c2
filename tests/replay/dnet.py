"""What the .NET runtime's probes tell: equal to the events' payloads, taken apart here, and to the oracles' counts."""
import json
import struct
import uuid

import walk
from common import check, corpus, finish, need_corpus, run

RUNTIME = uuid.UUID("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4")
IDS = {
    "runtime": 187, "excp": 80, "lck-wait": 81, "lck-done": 91, "thr-start": 50, "gc-end": 2, "heapstat": 4,
    "seg-create": 5, "resume-begin": 7, "resume-end": 3, "suspend-start": 9, "suspend-end": 8, "allocate-tick": 10,
    "finalizer-begin": 14, "finalizer-end": 13, "method-load": 143, "method-unload": 144, "method-jit-begin": 145,
    "module-load": 152, "module-unload": 153, "assembly-load": 154, "assembly-unload": 155, "appdomain-load": 156,
    "appdomain-unload": 157, "thr-create": 85,
}


def lines(trace, text):
    return [line for line in run("-qn", text, "-x", "strsize=4096", "-E", trace)[1].decode().splitlines() if line]


def compare(what, got, want):
    check(f"{what}: {len(want)} of them", len(got) == len(want) and len(want) > 0, f"{len(got)}")
    for i, (g, w) in enumerate(zip(got, want)):
        if g != w:
            check(f"{what}, number {i}", False, f"{g!r} not {w!r}")
            return
    check(what, True)


def wide(data, at):
    """The UTF-16 string at that offset, and where it ends."""
    end = at
    while data[end:end + 2] != b"\0\0":
        end += 2
    return data[at:end].decode("utf-16-le"), end + 2


def runtime_events(trace, *ids):
    return [r for r in walk.records(trace) if r.guid == RUNTIME.bytes_le and r.id in ids]


def tick(r):
    p = "<Q" if r.ptr == 8 else "<I"
    amount, = struct.unpack_from("<Q", r.payload, 10)
    name, at = wide(r.payload, 18 + r.ptr)
    addr, = struct.unpack_from(p, r.payload, at + 4)
    return f"{amount}|{name}|{addr:x}"


def method(r):
    _, _, start, size = struct.unpack_from("<QQQI", r.payload)
    ns, at = wide(r.payload, 36)
    name, at = wide(r.payload, at)
    return f"{start:x}|{size}|{ns}|{name}|{wide(r.payload, at)[0]}"


def counts(name):
    trace = f"{corpus}/files/{name}.etl"
    with open(f"{corpus}/oracle/{name}.json") as f:
        events = json.load(f)["events"]
    want = {}
    for key, n in events.items():
        kind, guid, number, _ = key.split("|")
        if kind == "event" and guid == str(RUNTIME):
            want[int(number)] = want.get(int(number), 0) + n
    got = dict(line.split("|") for line in lines(trace, 'dnet::: { @[probename] = count(); } '
               'END { printa("%s|%@d\\n", @); }'))
    for probe, number in IDS.items():
        check(f"{name}: {probe}", int(got.get(probe, 0)) == want.get(number, 0), f"{got.get(probe)} {want.get(number)}")
    # a collection's start is told by one event or by two, its end by one
    check(f"{name}: gc-start", got.get("gc-start") == got.get("gc-end"), got.get("gc-start"))
    check(f"{name}: nothing else", sum(map(int, got.values())) ==
          sum(want.get(n, 0) for n in IDS.values()) + int(got.get("gc-start", 0)), got)


need_corpus()
for trace_name in ("pv-gcevents", "pv-net452x86", "pv-diaghub-user_paged"):
    counts(trace_name)

core = f"{corpus}/files/pv-gcevents.etl"
compare("collections", lines(core, 'dnet:::gc-start { printf("%d|%d|%d|%d|%d\\n", args[0]->gc_count, '
        'args[0]->gc_generation, args[0]->gc_reason, args[0]->gc_type, args[0]->gc_instance); }'),
        ["|".join(map(str, struct.unpack_from("<IIIIH", r.payload))) for r in runtime_events(core, 1)])
compare("heaps", lines(core, 'dnet:::heapstat { printf("%d|%d|%d|%d|%d|%d\\n", args[0]->hs_gen0, '
        'args[0]->hs_promoted0, args[0]->hs_gen2, args[0]->hs_large, args[0]->hs_final_count, args[0]->hs_pinned); }'),
        ["%d|%d|%d|%d|%d|%d" % (h[0], h[1], h[4], h[6], h[9], struct.unpack_from("<Q", r.payload, 94)[0])
         for r in runtime_events(core, 4) for h in [struct.unpack_from("<10Q", r.payload)]])
compare("allocations", lines(core, 'dnet:::allocate-tick { printf("%d|%s|%x\\n", args[0]->al_amount, '
        'args[0]->al_type, args[0]->al_addr); }'), [tick(r) for r in runtime_events(core, 10)])
paged = f"{corpus}/files/pv-diaghub-user_paged.etl"
compare("methods", lines(paged, 'dnet:::method-load { printf("%x|%d|%s|%s|%s\\n", args[0]->mt_start, '
        'args[0]->mt_size, args[0]->mt_namespace, args[0]->mt_name, args[0]->mt_signature); }'),
        [method(r) for r in runtime_events(paged, 143)])
finish()

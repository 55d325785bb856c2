"""Stacks of events, frame by frame, against a walk of the records that shares no code with what is tested."""
import collections
import os
import struct
import uuid

from common import check, corpus, finish, need_corpus, run
from walk import records

SAMPLE, STACK, KERNELKEY, USERKEY, DEFINED = 0x0f2e, 0x1820, 0x1825, 0x1826, (0x1823, 0x1824)
FIRE = '{ printf("%d %d %d %d %x %x\\n", tid, cpu, stackdepth, ustackdepth, caller, ucaller); }'


def pointers(data, size):
    n = len(data) // size
    return struct.unpack(f"<{n}{'I' if size == 4 else 'Q'}", data[:n * size])


def definitions(recs):
    """{key: [(time, frames)]}, by time."""
    found = collections.defaultdict(list)
    for r in recs:
        if r.hook in DEFINED:
            key, *frames = pointers(r.payload, r.ptr)
            found[key].append((r.time, frames))
    return found


def stack_records(recs):
    """(time of the event, CPU, tid, frames), in order."""
    defined = definitions(recs)
    for r in recs:
        if r.hook == STACK:
            t, _, tid = struct.unpack_from("<QII", r.payload)
            yield t, r.cpu, tid, pointers(r.payload[16:], r.ptr)
        elif r.hook in (KERNELKEY, USERKEY):
            t, _, tid = struct.unpack_from("<QII", r.payload)
            key, = pointers(r.payload[16:], r.ptr)
            yield t, r.cpu, tid, next((f for at, f in defined[key] if at >= r.time), ())


def is_kernel(pc, size):
    return pc >= 1 << (size * 8 - 1)


def event_stacks(recs, *hooks):
    """For each record of those hooks, in order: (record, kernel frames, user frames)."""
    events = [(r, [], []) for r in recs if r.hook in hooks]
    at = collections.defaultdict(list)
    for e in events:
        at[e[0].time].append(e)
    for t, cpu, tid, frames in stack_records(recs):
        here = [e for e in at[t] if e[0].cpu == cpu] or at[t]
        for r, kernel, user in here:
            if not kernel:
                kernel += [pc for pc in frames if is_kernel(pc, r.ptr)]
            if not user:
                user += [pc for pc in frames if not is_kernel(pc, r.ptr)]
    return events


def nth(frames, n):
    return frames[n] if len(frames) > n else 0


def samples(recs):
    rows = collections.Counter()
    for r, kernel, user in event_stacks(recs, SAMPLE):
        tid = struct.unpack_from("<I", r.payload, r.ptr)[0]
        rows[f"{tid} {r.cpu} {len(kernel)} {len(user)} {nth(kernel, 1):x} {nth(user, 1):x}"] += 1
    return rows


def compare(name):
    trace = f"{corpus}/files/{name}.etl"
    want = samples(records(trace))
    out = run("-qn", f"sample-999 {FIRE}", "-E", trace)[1].decode()
    got = collections.Counter(out.split("\n"))
    del got[""]
    check(f"{name}: samples", sum(got.values()) == sum(want.values()), (sum(got.values()), sum(want.values())))
    wrong = [(k, n, got[k]) for k, n in want.items() if got[k] != n]
    check(f"{name}: each sample's stack", not wrong, f"{len(wrong)} differ, such as {wrong[:3]}")
    deep = sum(int(k.split()[2]) + int(k.split()[3]) > 0 for k in want.elements())
    check(f"{name}: has stacks", deep > 1000, deep)


def starts(recs):
    """Transfers that begin: their stacks are kept by key, and said much later."""
    rows = collections.Counter()
    for r, kernel, user in event_stacks(recs, 0x010c, 0x010d, 0x010f):
        rows[f"{r.cpu} {len(kernel)} {len(user)} {nth(kernel, 1):x} {nth(user, 1):x}"] += 1
    return rows


def in_records(recs):
    """Providers' events that bring their stacks themselves: {guid: (events, frames)}."""
    rows = collections.defaultdict(lambda: [0, 0])
    for r in recs:
        for kind, data in r.ext:
            if kind in (5, 6):
                row = rows["{" + str(uuid.UUID(bytes_le=r.guid)) + "}"]
                row[0] += 1
                row[1] += (len(data) - 8) // (4 if kind == 5 else 8)
    return {k: tuple(v) for k, v in rows.items()}


def compare_others(name):
    trace = f"{corpus}/files/{name}.etl"
    recs = records(trace)
    want = starts(recs)
    out = run("-qn", "io:::start " + FIRE.replace("%d ", "", 1).replace("tid, ", ""), "-E", trace)[1].decode()
    got = collections.Counter(line for line in out.split("\n") if line)
    check(f"{name}: each transfer's stack", got == want, ((got - want).most_common(2), (want - got).most_common(2)))
    items = in_records(recs)
    check(f"{name}: there are stacks", want or items)
    want = items
    out = run("-qn", "diag:::events /stackdepth + ustackdepth != 0/ { @n[stringof(arg0)] = count(); "
              "@d[stringof(arg0)] = sum(stackdepth + ustackdepth); } "
              'END { printa("%s %@d %@d\\n", @n, @d); }', "-E", trace)[1].decode()
    got = {line.split()[0]: tuple(map(int, line.split()[1:])) for line in out.split("\n") if line}
    wrong = [(k, n, got.get(k)) for k, n in want.items() if got.get(k) != n]
    check(f"{name}: stacks in {len(want)} providers' events", not wrong, wrong[:3])


need_corpus()
for trace in ("slow-ppt-slice6", "pv-net452x86"):
    if os.path.exists(f"{corpus}/files/{trace}.etl"):
        compare(trace)
for trace in ("pv-net452x86", "pv-diaghub-user_paged"):
    if os.path.exists(f"{corpus}/files/{trace}.etl"):
        compare_others(trace)
finish()

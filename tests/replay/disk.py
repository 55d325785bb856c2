"""Disk transfers, hard faults, file operations, registry: counts, bytes, processes and files are the trace's."""
import collections
import json
import re

from common import check, corpus, finish, need_corpus, run

DISKIO, FILEIO, PAGEFAULT = ("{3d6fa8d4-fe05-11d0-9dda-00c04fd7ba7c}", "{90cbdc39-4a3e-11d1-84f4-0000f80464e3}",
                             "{3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c}")


def rows(script, trace):
    """Lines of a|b|...|n as {(a, b ...): n}."""
    out = run("-qn", script, "-x", "strsize=1024", "-E", trace)[1].decode()
    lines = (line.split("|") for line in out.splitlines() if "|" in line)
    return {tuple(words[:-1]): int(words[-1]) for words in lines}


def same(what, got, want):
    if isinstance(got, dict):
        off = {k: (got.get(k), want.get(k)) for k in set(got) | set(want) if got.get(k) != want.get(k)}
        check(what, not off, f"(got, want): {off}"[:2000])
    else:
        check(what, got == want, f"{got} not {want}")


def transfers(trace, truth):
    what = 'args[0]->b_flags & B_READ ? "read" : "write", args[1]->dev_instance'
    done = 'io:::done /args[0]->b_flags != B_FLUSH/ { @[%s] = %s; } END { printa("%%s disk%%d|%%@d\\n", @); }'
    count = rows(done % (what, "count()"), trace)
    same("transfers", {k[0]: n for k, n in count.items()}, truth["disk_count"])
    size = rows(done % (what, "sum(args[0]->b_bcount)"), trace)
    same("bytes of transfers", {k[0]: n for k, n in size.items()}, truth["disk_bytes"])


def hard_faults(trace, truth):
    got = rows('pf:::hardflt { @[execname, pid] = count(); } END { printa("%s(%d)|%@d\\n", @); }', trace)
    want = {k.lower(): n for k, n in truth["hardfault_process"].items()}
    same("hard faults by process", {k[0].lower(): n for k, n in got.items()}, want)
    got = rows('pf:::hardflt { @ = sum(arg5); } END { printa("|%@d\\n", @); }', trace)
    same("bytes of hard faults", list(got.values()), [truth["hardfault_bytes"]["total"]])


def plain(path):
    """Without the volume, which has a drive letter here and a device there."""
    return re.sub(r"^(\\device\\harddiskvolume\d+|\w:)", "", path.lower())


def names(trace):
    """What the name records say, by key."""
    out = run("-qn", 'diag:::events /stringof(arg0) == "%s" && (arg2 == 0 || arg2 == 32 || arg2 == 35 || arg2 == 36)/ '
              '{ printf("%%x|%%s\\n", *(uint64_t *)arg4, wstringof((wchar_t *)(arg4 + 8))); }' % FILEIO,
              "-x", "strsize=1024", "-E", trace)[1].decode()
    found = collections.defaultdict(set)
    for line in out.splitlines():
        if "|" in line:
            found[line.split("|")[0]].add(plain(line.split("|")[1]))
    return found


def paths(what, trace, guid, opcode, offset, probe, arg):
    """An event of a file that has one name has that name; one whose key had several has one of these."""
    raw = rows('diag:::events /stringof(arg0) == "%s" && arg2 == %d/ { @[*(uint64_t *)(arg4 + %d)] = count(); } '
               'END { printa("%%x|%%@d\\n", @); }' % (guid, opcode, offset), trace)
    known = names(trace)
    want, several, left = collections.Counter(), set(), 0
    for (key,), n in raw.items():
        if len(known.get(key, ())) > 1:
            several |= known[key]
            left += n
        else:
            want[min(known.get(key, {"<none>"}))] += n
    got = collections.Counter()
    for (path,), n in rows('%s { @[%s] = count(); } END { printa("%%s|%%@d\\n", @); }' % (probe, arg), trace).items():
        got[plain(path)] += n
    off = {k: (got[k], want[k]) for k in set(got) | set(want)
           if got[k] < want[k] or (got[k] > want[k] and k not in several)}
    check(f"{what}: files", not off, f"(got, want): {off}"[:2000])
    same(f"{what}: all of them", sum(got.values()), sum(want.values()) + left)
    check(f"{what}: some have a name", any(k != "<none>" for k in got))


def synthetic(name, truth):
    counts = truth[name]["counts"]
    got = rows('fsinfo:::, reg:::, pf:::valloc, pf:::dzero_flt, io:::done { @[probeprov, probename] = count(); } '
               'END { printa("%s|%s|%@d\\n", @); }', f"{corpus}/synth/{name}.etl")
    for probe, event in ((("fsinfo", "create"), "file_create"), (("fsinfo", "read"), "file_read"),
                         (("fsinfo", "done"), "file_opend"), (("fsinfo", "close"), "file_close"),
                         (("reg", "open"), "reg_open"), (("reg", "query"), "reg_query"),
                         (("reg", "queryvalue"), "reg_queryvalue"), (("reg", "kcbcreate"), "reg_kcbcreate"),
                         (("pf", "valloc"), "valloc"), (("pf", "dzero_flt"), "pf_demandzero")):
        same(f"{name}: {'::'.join(probe)}", got.get(probe), counts[event])


def hang(trace):
    """The lesson about a hang, over the recording of one: who waited longest."""
    demo = f"{__file__.rsplit('/', 3)[0]}/dscripts/demo/randomascii.d"
    out = run("-s", demo, "-E", trace, "powerpnt.exe", "1000")[1].decode()
    waits = {int(m[1]): int(m[2]) for m in re.finditer(r"thread (\d+) waited (\d+) ms", out)}
    same("threads of the program that waited a second", sorted(waits), [3308, 5984, 7080, 7416])


need_corpus()
for name in "slow-ppt-slice6", "pv-net452x86":
    with open(f"{corpus}/oracle/{name}.semantic.json") as f:
        oracle = json.load(f)
    transfers(f"{corpus}/files/{name}.etl", oracle)
    hard_faults(f"{corpus}/files/{name}.etl", oracle)
hang(f"{corpus}/files/slow-ppt-slice6.etl")
net = f"{corpus}/files/pv-net452x86.etl"
paths("reads", net, DISKIO, 10, 24, "io:::done /args[0]->b_flags & B_READ/", "args[2]->fi_pathname")
paths("writes", net, DISKIO, 11, 24, "io:::done /args[0]->b_flags & B_WRITE/", "args[2]->fi_pathname")
paths("hard faults", net, PAGEFAULT, 32, 24, "pf:::hardflt", "stringof(args[0])")
with open(f"{corpus}/synth/truth.json") as f:
    made = json.load(f)
for name in made:
    if "file_read" in made[name].get("counts", {}):
        synthetic(name, made)
finish()

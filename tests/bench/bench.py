#!/usr/bin/env python3
"""Speed and size, as ratios in one run on this machine.

bench.py replay BUILD [TRACE]   events/s of dtrace over a trace, against a bare walk and merge of the same records.
                                TRACE: one that exists; otherwise one of 1 GB, half of it, and one that is
                                compressed are written (and removed).  The ratios are those of CPU time.
bench.py start BUILD            start, stop and memory of small enablings.
bench.py keys BUILD [MILLIONS]  that many keys (10) in an aggregation and in an associative array.

live.py beside this file has what tracing costs the traced.  Each row is the median of several interleaved runs.  Nothing is asserted: read the ratios.
"""
import os, re, shutil, statistics, subprocess, sys, tempfile, time

REPS = int(os.environ.get("BENCH_REPS", "5"))


def run(argv):
    """(wall seconds, peak RSS in MB, output, CPU seconds) of a command."""
    # a process's peak RSS begins with that of the one it was forked from: time(1) is small, we are not
    timer = shutil.which("time")
    with tempfile.TemporaryFile() as out, tempfile.NamedTemporaryFile("r") as peak:
        if timer:
            argv = [timer, "-f", "%M", "-o", peak.name, *argv]
        t = time.monotonic()
        pid = os.posix_spawn(shutil.which(argv[0]) or argv[0], argv, os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - t
        if status:
            sys.exit(f"{' '.join(argv)}: failed with status {status}")
        out.seek(0)
        rss = int(peak.read().split()[-1]) if timer else usage.ru_maxrss
        return wall, rss / 1024, out.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime


def med(v):
    return statistics.median(v)


REPLAY = {      # name: words after -qE TRACE, or None: the bare loop
    "bare walk and merge": None,
    "(a) diag:::lostevent": ["-Zn", "diag:::lostevent"],
    "(b) off-cpu by execname": ["-n", "sched:::off-cpu { @[execname] = count(); }"],
    "(c) sample-999 by execname, stack()": ["-n", "sample-999 { @[execname, stack()] = count(); }"],
    "(d) etwprops() of every event": ["-n", "diag:::events { @[etwprops()] = count(); }", "-x", "strsize=512", "-x",
                                      "aggsize=1m"],
    "every event, by execname": ["-n", "diag:::events { @[execname] = count(); }"],
}


def compiles(dtrace, words):
    return subprocess.run([dtrace, "-e", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def replay_rows(build, trace):
    dtrace, walk = f"{build}/dtrace", f"{build}/tests/bench/etlwalk"
    rows = {name: [dtrace, "-qE", trace, *words] if words else [walk, trace] for name, words in REPLAY.items()
            if not words or "etwprops" not in words[1] or compiles(dtrace, ["-E", trace, *words])}
    got = {name: [] for name in rows}
    with open(trace, "rb") as f:        # so that the disk is not what is measured
        while f.read(1 << 24):
            pass
    for _ in range(max(1, REPS // 2)):
        for name, argv in rows.items():
            got[name].append(run(argv))
    events = int(re.search(r"(\d+) events", got["bare walk and merge"][0][2]).group(1))
    base = med([g[3] for g in got["bare walk and merge"]])
    print(f"{os.path.getsize(trace) / 1e6:.0f} MB, {events} records                  CPU")
    for name in rows:
        cpu = med([g[3] for g in got[name]])
        rss = max(g[1] for g in got[name])
        print(f"  {name:36} {cpu:7.2f} s {events / cpu / 1e6:7.2f} M/s {cpu / base:6.2f} x bare  peak RSS {rss:.0f} MB")
    return {name: med([g[3] for g in got[name]]) for name in rows}


def replay(build, trace):
    if trace:
        replay_rows(build, trace)
        return
    events = int(os.environ.get("BENCH_EVENTS", "26000000"))
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/var/tmp")) as tmp:
        cpu = {}
        for name, words in (("whole", ["--events", str(events)]), ("half", ["--events", str(events // 2)]),
                            ("compressed", ["--events", str(events), "--compressed"])):
            trace = f"{tmp}/{name}.etl"
            run([f"{build}/tests/libetw/mketl", trace, *words])
            cpu[name] = replay_rows(build, trace)
            os.unlink(trace)
    print("whole file to half of it")
    for name, t in cpu["whole"].items():
        print(f"  {name:36} {t / cpu['half'][name]:7.2f} x")


def start(build):
    dtrace = f"{build}/dtrace"
    rows = {
        "BEGIN { exit(0); }": [dtrace, "-qn", "BEGIN { exit(0); }"],
        "-l": [dtrace, "-l"],
        "300 and more system calls": [dtrace, "-qn", "syscall:::entry { @ = count(); } tick-1ms { exit(0); }"],
    }
    for name, argv in rows.items():
        got = [run(argv) for _ in range(REPS)]
        print(f"  {name:30} {med([g[0] for g in got]) * 1000:7.1f} ms  peak RSS {max(g[1] for g in got):.1f} MB")


def keys(build, millions):
    """Every event of the demo trace makes PER keys; END looks at the first and the last."""
    per, dtrace = 500, f"{build}/dtrace"
    with tempfile.TemporaryDirectory() as tmp:
        trace = f"{tmp}/demo.etl"
        run([f"{build}/tests/libetw/mketl", trace])
        bodies = {
            "@[i] = count()": ("@[i] = count(); i++;", "trunc(@, 1); printa(\"%@d\", @);", "1"),
            "a[i] = i + 1": ("a[i] = i + 1; i++;", "printf(\"%d\", a[0] + a[i - 1] - i);", "1"),
        }
        for name, (body, end, want) in bodies.items():
            script = f"{tmp}/keys.d"
            with open(script, "w") as f:
                f.write(f"int i; int a[int];\ndiag:::events /i < {millions}000000/ {{ {body * per} }}\n")
                f.write(f"END {{ {end} printf(\" of %d\", i); }}\n")
            for size in ("4g", "1m"):
                opts = ["-x", f"aggsize={size}", "-x", f"dynvarsize={size}"]
                wall, rss, out, _ = run([dtrace, "-qE", trace, *opts, "-s", script])
                made = int(re.search(r"of (\d+)", out).group(1))
                ok = "" if size == "1m" or out.split()[0] == want else f"  WRONG: {out.strip()}"
                print(f"  {name:16} {made:9} keys, {size} of room {wall:6.2f} s  {wall / made * 1e9:6.1f} ns each"
                      f"  peak RSS {rss:6.0f} MB{ok}")


if __name__ == "__main__":
    what = {"replay": lambda b, *t: replay(b, t[0] if t else None), "start": start,
            "keys": lambda b, *n: keys(b, int(n[0]) if n else 10)}
    if len(sys.argv) < 3 or sys.argv[1] not in what:
        sys.exit(__doc__)
    what[sys.argv[1]](*sys.argv[2:])

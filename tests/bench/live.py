#!/usr/bin/env python3
"""What tracing costs the traced: loads under dtrace and its peers, as slowdowns of the untraced load.

live.py BUILD [LOAD ...]    a table for each load (dd, pipe, tcp, open): untraced, then each tracer that is installed
live.py BUILD flood [SECONDS]
                            both CPUs make system calls for that long (60); what was counted and what was reported as
                            lost is set against the kernel's own count

Interleaved runs, medians of BENCH_REPS (5) of them.  Nothing is asserted: read the ratios.  Wall time is what the user
waits for; on a busy machine the CPU time (of the load, all of its processes) is the better one.
"""
import os, re, shutil, signal, statistics, subprocess, sys, time

REPS = int(os.environ.get("BENCH_REPS", "5"))
READY = 'BEGIN { printf("ready\\n"); } '

LOADS = {
    "dd": "dd if=/dev/zero of=/dev/null bs=1 count=500000 status=none",
    "pipe": "taskset -c 1 perf bench sched pipe -l 50000",
    "tcp": "{build}/tests/bench/pingpong 20000",
    "open": "{build}/tests/bench/openstorm 200000",
}
# load: (dtrace's probe, its "print each" action, bpftrace's probe, its comm, its print, perf's event, strace's calls)
EVENTS = {
    "dd": ("syscall:::entry", 'printf("%s %d\\n", execname, arg0);', "tracepoint:raw_syscalls:sys_enter", "comm",
           'printf("%s %d\\n", comm, args->args[0]);', "raw_syscalls:sys_enter", "all"),
    "pipe": ("sched:::on-cpu", 'printf("%s %d\\n", execname, cpu);', "tracepoint:sched:sched_switch", "args->next_comm",
             'printf("%s %d\\n", args->next_comm, cpu);', "sched:sched_switch", None),
    "tcp": ("syscall::read:return", 'printf("%s %d\\n", execname, arg0);', "tracepoint:syscalls:sys_exit_read", "comm",
            'printf("%s %d\\n", comm, args->ret);', "syscalls:sys_exit_read", "read"),
    "open": ("syscall::openat:entry", 'printf("%s %s\\n", execname, copyinstr(arg1));',
             "tracepoint:syscalls:sys_enter_openat", "comm", 'printf("%s %s\\n", comm, str(args->filename));',
             "syscalls:sys_enter_openat", "openat"),
}


class Tracer:
    """A tracer in the background, from the moment it says it is ready until the block ends."""

    def __init__(self, argv):
        self.argv, self.said = argv, ""

    def __enter__(self):
        if not self.argv:
            return self
        self.log = open("/dev/shm/bench.out", "w+")
        self.p = subprocess.Popen(self.argv, stdout=self.log, stderr=subprocess.STDOUT)
        if "perf" not in self.argv[0]:
            for _ in range(600):
                if b"ready" in os.pread(self.log.fileno(), 4096, 0):
                    break
                if self.p.poll() is not None:
                    sys.exit(f"{self.argv}: did not start: {os.pread(self.log.fileno(), 4096, 0).decode()}")
                time.sleep(0.05)
        time.sleep(1)   # bpftrace says so before its probes are attached
        return self

    def __exit__(self, *_):
        if self.argv:
            self.p.send_signal(signal.SIGINT)
            self.p.wait(timeout=120)
            self.log.seek(0)
            self.said = self.log.read()
            self.log.close()


def lost(text):
    n = sum(int(m) for m in re.findall(r"(\d+) (?:drops? on|dynamic|aggregation)", text))
    n += sum(int(m) for m in re.findall(r"Lost (\d+) events", text))
    return n


def run(argv):
    """(wall seconds, CPU seconds of it and its children)"""
    t = time.monotonic()
    pid = os.posix_spawn(shutil.which(argv[0]) or argv[0], argv, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"{' '.join(argv)}: failed with status {status}")
    return time.monotonic() - t, usage.ru_utime + usage.ru_stime


def rows_of(build, load):
    """name: (tracer, wrapper)"""
    probe, echo, bprobe, comm, becho, event, calls = EVENTS[load]
    dt = lambda text: ([f"{build}/dtrace", "-qn", READY + text], [])
    bt = lambda text: (["bpftrace", "-e", READY + text], [])
    rows = {
        "untraced": (None, []),
        "count: dtrace": dt(f"{probe} {{ @ = count(); }}"),
        "count: bpftrace": bt(f"{bprobe} {{ @ = count(); }}"),
        "count: perf stat -a": (["perf", "stat", "-a", "-e", event], []),
        "by name: dtrace": dt(f"{probe} {{ @[execname] = count(); }}"),
        "by name: bpftrace": bt(f"{bprobe} {{ @[{comm}] = count(); }}"),
        "by kernel stack: dtrace": dt(f"{probe} {{ @[stack()] = count(); }}"),
        "by kernel stack: bpftrace": bt(f"{bprobe} {{ @[kstack] = count(); }}"),
        "print each: dtrace": dt(f"{probe} {{ {echo} }}"),
        "print each: bpftrace": bt(f"{bprobe} {{ {becho} }}"),
        "record each: perf record": (["perf", "record", "-q", "-a", "-e", event, "-o", "/dev/shm/bench.perf"], []),
        "predicate false: dtrace": dt(f"{probe} /pid == 1/ {{ @[execname] = count(); }}"),
        "predicate false: bpftrace": bt(f"{bprobe} /pid == 1/ {{ @[comm] = count(); }}"),
    }
    if calls:
        rows["print each: strace"] = (None, ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}"])
    return {k: (t, w) for k, (t, w) in rows.items() if not (t or w) or shutil.which((t or w)[0])}


def table(build, load):
    argv = [w.format(build=build) for w in LOADS[load].split()]
    if not shutil.which(argv[0]) or ("perf" in argv and not shutil.which("perf")):
        print(f"{load}: skipped, {argv[0]} or perf is not installed")
        return
    rows = rows_of(build, load)
    got, dropped = {k: [] for k in rows}, {k: 0 for k in rows}
    for _ in range(REPS):
        for k, (tracer, wrap) in rows.items():
            with Tracer(tracer) as tr:
                got[k].append(run(wrap + argv))
            dropped[k] += lost(tr.said)
    base = [statistics.median(g[i] for g in got["untraced"]) for i in (0, 1)]
    print(f"{' '.join(argv)}\n  {'':28} {'wall':>9} {'':8} {'CPU':>9}")
    for k in rows:
        wall, cpu = (statistics.median(g[i] for g in got[k]) for i in (0, 1))
        note = f"  {dropped[k]} lost in {REPS} runs" if dropped[k] else ""
        print(f"  {k:28} {wall:7.3f} s {wall / base[0]:6.2f} x {cpu:7.3f} s {cpu / base[1]:6.2f} x{note}", flush=True)
    if os.path.exists("/dev/shm/bench.perf"):
        os.unlink("/dev/shm/bench.perf")


def flood(build, seconds):
    """dd on every CPU; the kernel's own count is the number of calls that each dd was asked to make."""
    text = 'BEGIN { printf("ready\\n"); } syscall::write:entry /execname == "dd"/ { @ = count(); } END { printa("total %@d\\n", @); }'
    blocks, made, cpus, t = 2000000, 0, os.cpu_count(), time.monotonic()
    with Tracer([f"{build}/dtrace", "-qn", text]) as tr:
        while time.monotonic() - t < seconds:
            argv = f"dd if=/dev/zero of=/dev/null bs=1 count={blocks} status=none".split()
            for p in [subprocess.Popen(argv) for _ in range(cpus)]:
                if p.wait() == 0:
                    made += blocks
        took = time.monotonic() - t
    seen = int(re.search(r"total (\d+)", tr.said).group(1))
    said = lost(tr.said)
    print(f"{made} write calls in {took:.0f} s, {made / took / cpus / 1e6:.2f} M/s a CPU; counted {seen}, "
          f"reported lost {said}, unaccounted {made - seen - said}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[2:3] == ["flood"]:
        flood(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 60)
    else:
        for name in sys.argv[2:] or LOADS:
            if name not in LOADS:
                sys.exit(f"live.py: no load {name}; there are {', '.join(LOADS)} and flood")
            table(sys.argv[1], name)

"""Several files as one stream; files that were recorded along; one pass and two."""
import gzip
import os
import pty
import re
import shutil
import subprocess
import tempfile
import time
import zipfile

from common import check, dtrace, finish, has, mketl, run

COUNT = 'diag:::events { @ = count(); } END { printa("%@d\\n", @); }'
NAMES = 'sched:::on-cpu { @[execname] = count(); } END { printa("%s %@d\\n", @); }'


def make(path, *args):
    subprocess.run([mketl, path, *args], check=True, stdout=subprocess.DEVNULL)
    return path


def events(*args):
    out = run("-qn", COUNT, *args)[1].split()
    return int(out[0]) if out else 0


with tempfile.TemporaryDirectory() as tmp:
    base = make(f"{tmp}/base.etl", "--seconds", "1")
    one = events("-E", base)
    os.mkdir(f"{tmp}/other")
    other = make(f"{tmp}/other/b.etl", "--seconds", "1", "--clock", "system")
    two = events("-E", other)
    check("the traces have events", one > 100 and two > 100)
    check("two files are one stream", events("-E", base, "-E", other) == one + two)
    check("a file named twice counts once", events("-E", base, "-E", f"{tmp}/./base.etl") == one)

    make(f"{tmp}/base.kernel.etl", "--seconds", "1")
    shutil.copy(base, f"{tmp}/base.clrRundown.etl")
    shutil.copy(base, f"{tmp}/base.userModeSession.etl")
    shutil.copy(base, f"{tmp}/base.other.etl")
    shutil.copy(base, f"{tmp}/base2.kernel.etl")
    check("files recorded along come along", events("-E", base) == 4 * one)
    check("etlsiblings=no", events("-x", "etlsiblings=no", "-E", base) == one)
    check("a sibling alone is alone", events("-E", f"{tmp}/base.kernel.etl") == one)
    check("named and found counts once", events("-E", base, "-E", f"{tmp}/base.kernel.etl") == 4 * one)
    cwd = os.getcwd()
    os.chdir(tmp)
    check("in the working directory, too", events("-E", "base.etl") == 4 * one)
    os.chdir(cwd)
    with open(f"{tmp}/base.kernel.etl", "w") as f:
        f.write("no trace\n")
    status, out, err = run("-qn", COUNT, "-E", base, ok=False)
    check("a bad sibling is named, with the remedy",
          status == 1 and "base.kernel.etl" in err and "-x etlsiblings=no" in err, err)

    ordered = run("-qn", 'BEGIN { last = 0; } diag:::events /timestamp < last/ { printf("back\\n"); } '
                  'diag:::events { last = timestamp; } END { printf("end\\n"); }', "-E", base, "-E", other,
                  "-x", "etlsiblings=no")[1]
    check("time never runs back", ordered.split() == [b"end"], ordered)

    late = make(f"{tmp}/other/late.etl", "--seconds", "1")
    both = run("-qn", NAMES, "-E", late)[1]
    single = run("-qn", NAMES, "-E", late, "-x", "etlpasses=1")[1]
    check("one pass delivers as much", sum(int(w.split()[-1]) for w in both.splitlines() if w) ==
          sum(int(w.split()[-1]) for w in single.splitlines() if w))
    status, _, err = run("-qn", COUNT, "-E", late, "-x", "etlpasses=0", ok=False)
    check("no pass is no value", status == 1 and "etlpasses" in err, err)

    # compressed, in archives, from pipes
    with open(other, "rb") as f:
        data = f.read()
    packed = gzip.compress(data, 1)

    def piped(data, *args):
        p = subprocess.run([dtrace, "-qn", COUNT, "-E", "-", *args], input=data, capture_output=True, timeout=250)
        words = p.stdout.split()
        return int(words[0]) if words else p.stderr.decode()

    def save(name, data):
        with open(f"{tmp}/{name}", "wb") as f:
            f.write(data)
        return f"{tmp}/{name}"

    check("gzip", events("-E", save("a.etl.gz", packed)) == two)
    check("standard input", piped(data) == two, piped(data))
    check("standard input, one pass", piped(data, "-x", "etlpasses=1") == two)
    check("gzip through a pipe", piped(packed) == two)
    with open(other, "rb") as f:
        p = subprocess.run([dtrace, "-qn", COUNT, "-E", "-"], stdin=f, capture_output=True, timeout=250)
        check("a file as standard input", p.stdout.split() == [str(two).encode()], p.stderr)
    os.mkfifo(f"{tmp}/fifo")
    p = subprocess.Popen(["cp", other, f"{tmp}/fifo"])
    check("a FIFO", events("-E", f"{tmp}/fifo") == two)
    p.wait()
    half = events("-E", save("half.etl.gz", packed[:len(packed) // 2]))
    check("half of a gzip file is half of the trace", 0 < half < two, half)
    check("nothing is piped", "standard input is empty" in str(piped(b"")), piped(b""))

    def zipped_files():
        def archive(name, members, method=zipfile.ZIP_DEFLATED):
            with zipfile.ZipFile(f"{tmp}/{name}", "w", method) as z:
                for member, content in members:
                    z.writestr(member, content)
            return f"{tmp}/{name}"

        with open(base, "rb") as f:
            first = f.read()
        zipped = archive("one.etl.zip", [("symbols/x.pdb", b"no trace"), ("one.etl", data)])
        with open(zipped, "rb") as f:
            zipdata = f.read()
        check("zip", events("-E", zipped) == two)
        check("zip through a pipe", piped(zipdata) == two)
        check("zip, stored, two traces", events("-E", archive("two.zip", [("a.ETL", first), ("d/b.etl", data)],
                                                             zipfile.ZIP_STORED)) == one + two)
        for name, path, part in (("no trace in a zip", archive("none.zip", [("a.txt", b"x")]), "without an .etl file"),
                                 ("text in a zip", archive("text.zip", [("a.etl", b"hello\n" * 99)]), "a text file"),
                                 ("half a zip", save("half.zip", zipdata[:2000]), "archive")):
            status, out, err = run("-qn", COUNT, "-E", path, ok=False)
            check(name, status == 1 and part in err and os.path.basename(path) in err and err.count("\n") == 1, err)

    if has("zip", "archives"):
        zipped_files()

    text = run("-qn", 'diag:::events { @ = count(); @p[etwprops()] = count(); } END { printa("%@d\\n", @); }',
               "-E", other)[1].split()
    check("looking at fields makes no event come twice", text[:1] == [str(two).encode()], text[:1])

    # a part of the trace; how it is told; how far it is
    whole = run("-qn", 'diag:::events { @t[timestamp] = count(); } END { printa("%d %@d\\n", @t); }', "-E", other)[1]
    times = {int(a): int(b) for a, b in (w.split() for w in whole.decode().splitlines() if w)}
    MS = 10 ** 6
    part = sum(n for t, n in times.items() if 200 * MS <= t <= 400500 * 1000)
    check("the part has some of the events", 0 < part < two)
    cut = ["-x", "etlfrom=200ms", "-x", "etlto=0.4005s", "-E", other]
    check("etlfrom, etlto", events(*cut) == part, f"{events(*cut)} not {part}")
    check("etlfrom alone", events(*cut[:2], *cut[-2:]) == sum(n for t, n in times.items() if t >= 200 * MS))
    check("etlto alone", events(*cut[2:]) == sum(n for t, n in times.items() if t <= 400500 * 1000))
    ends = run("-qn", 'BEGIN, END { printf("%d\\n", timestamp); }', *cut)[1].split()
    check("BEGIN and END are there", ends == [b"200000000", b"400500000"], ends)
    ticks = run("-qn", 'tick-10ms { @ = count(); } END { printa("%@d\\n", @); }', *cut)[1].split()
    check("ticks between", ticks == [b"20"], ticks)
    names = run("-qn", NAMES, *cut)[1].decode()
    check("the processes from before are known", "explorer.exe" in names and "unknown" not in names, names)
    check("a part after the end", events("-x", "etlfrom=1h", "-E", other) == 0)
    for bad in ("etlfrom=x", "etlfrom=1hz", "etlto=-1s"):
        status, _, err = run("-qn", COUNT, "-x", bad, "-E", other, ok=False)
        check(f"{bad} is none", status == 1 and bad.split("=")[0] in err, err)
    status, _, err = run("-qn", COUNT, "-x", "etlfrom=2s", "-x", "etlto=1s", "-E", other, ok=False)
    check("etlto before etlfrom", status == 1 and "etlto is not after etlfrom" in err, err)
    err = run("-qn", COUNT, "-x", "etlsummary", "-E", other)[2]
    check("the summary is one line", err == f"dtrace: {other}: {two} events, nothing lost\n", err)
    err = run("-qn", "diag:::nothing { trace(0); }", "-Z", "-x", "etlsummary", "-E", other)[2]
    check("the summary counts what nobody wants", f"{two} events, nothing lost" in err, err)
    err = run("-vqn", COUNT, "-E", other)[2]
    check("-v has the summary", f"{two} events, nothing lost" in err, err)

    def on_terminal(wait):
        master, slave = pty.openpty()
        p = subprocess.Popen([dtrace, "-qn", COUNT, "-E", f"{tmp}/fifo"], stderr=slave, stdout=subprocess.PIPE)
        with open(f"{tmp}/fifo", "wb") as f:    # the command waits for its first byte
            time.sleep(wait)
            f.write(data)
        out = p.communicate(timeout=250)[0].split()
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:
            pass
        os.close(master)
        return out, text

    out, text = on_terminal(1.2)
    check("a bar after a second", out == [str(two).encode()] and re.match(rb"(\r\[#* *\] +\d+%)+\r\x1b\[K$", text), text)
finish()

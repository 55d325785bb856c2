"""Files that are damaged, not traces, or not there: one clear message, the right status, the rest delivered."""
import os
import struct
import subprocess
import tempfile

from common import check, dtrace, finish, mketl, run

COUNT = 'diag:::events { @ = count(); } END { printa("%@d\\n", @); }'


def events(out):
    words = out.split()
    return int(words[0]) if words else 0


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)
    return path


with tempfile.TemporaryDirectory() as tmp:
    whole = f"{tmp}/whole.etl"
    subprocess.run([mketl, whole], check=True, stdout=subprocess.DEVNULL)
    data = open(whole, "rb").read()
    _, out, err = run("-qn", COUNT, "-E", whole)
    total = events(out)
    check("an undamaged trace says nothing", total > 1000 and err == "", err)

    _, out, err = run("-qn", COUNT, "-E", write(f"{tmp}/cut.etl", data[:len(data) * 2 // 3 + 100]))
    check("truncated: most events", total // 2 < events(out) < total)
    check("truncated: one line names it", err.count("\n") == 1 and "cut.etl" in err, err)

    flipped = bytearray(data)
    flipped[len(data) // 2 + 3] ^= 0xff
    for at in range(len(data) // 2, len(data) // 2 + 64, 4):
        flipped[at] ^= 0x55
    status, out, err = run("-qn", COUNT, "-E", write(f"{tmp}/flip.etl", bytes(flipped)))
    check("bit-flipped: the rest is delivered", 0.9 * total < events(out) <= total, f"{events(out)} of {total}")
    check("bit-flipped: at most one line", err.count("\n") <= 1, err)

    for what, path in (("a text file", write(f"{tmp}/text.etl", b"hello, world\n" * 1000)),
                       ("an empty file", write(f"{tmp}/empty.etl", b"")),
                       ("a file in a missing folder", f"{tmp}/none/none.etl"),
                       ("a directory", tmp)):
        status, out, err = run("-qn", COUNT, "-E", path, ok=False)
        check(f"{what}: status 1", status == 1, status)
        check(f"{what}: one line names it", err.count("\n") == 1 and os.path.basename(path) in err, err)
        check(f"{what}: no output", out == b"", out)

    # what the header says about time: nothing goes on for years, and every event comes
    def header(at, form, value, end=0):
        d = bytearray(data)
        struct.pack_into(form, d, at, value)
        struct.pack_into("<q", d, 0x48 + 0x20 + 0x10, end)     # never closed: no end is known
        return write(f"{tmp}/clock.etl", bytes(d))

    T0, START, FREQ, FLAGS = 0x48 + 0x10, 0x48 + 0x20 + 0x108, 0x48 + 0x20 + 0x100, 0x48 + 0x20 + 0x110
    TICKS = 'tick-1s { @t = count(); } diag:::events { @e = count(); } END { printa("%@d\\n", @t); printa("%@d\\n", @e); }'
    for what, at, form, value in (("t0 is 0", T0, "<Q", 0), ("t0 is far ahead", T0, "<Q", 1 << 60),
                                  ("t0 is as far as can be", T0, "<Q", (1 << 64) - 1),
                                  ("the start is 0", START, "<Q", 0), ("the start is far ahead", START, "<Q", 1 << 62),
                                  ("the frequency is 1", FREQ, "<Q", 1), ("the frequency is odd", FREQ, "<Q", 1 << 47),
                                  ("another clock", FLAGS, "<I", 2), ("cycles", FLAGS, "<I", 3)):
        _, out, err = run("-qn", TICKS, "-E", header(at, form, value))
        words = [int(w) for w in out.split()]
        check(f"{what}: all events", words[-1:] == [total], out)
        check(f"{what}: time is bounded", len(words) < 2 or words[0] < 10000, out)
finish()

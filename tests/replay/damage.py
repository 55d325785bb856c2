"""Files that are damaged, not traces, or not there: one clear message, the right status, the rest delivered."""
import os
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
                       ("a missing file", f"{tmp}/none.etl"),
                       ("a directory", tmp)):
        status, out, err = run("-qn", COUNT, "-E", path, ok=False)
        check(f"{what}: status 1", status == 1, status)
        check(f"{what}: one line names it", err.count("\n") == 1 and os.path.basename(path) in err, err)
        check(f"{what}: no output", out == b"", out)
finish()

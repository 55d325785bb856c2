"""Several files as one stream; files that were recorded along; one pass and two."""
import os
import shutil
import subprocess
import tempfile

from common import check, dtrace, finish, mketl, run

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
finish()

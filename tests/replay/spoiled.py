"""Records of files, disks, memory and the registry with bytes changed: what is left of them is delivered, what cannot be
read is reported, and nothing else happens."""
import random
import subprocess
import tempfile

from common import check, finish, mketl, run

READ = {
    "disk": 'io::: { @[execname, args[0]->b_flags, args[0]->b_bcount, args[0]->resp, args[1]->dev_statname, '
            'args[1]->dev_pathname, args[2]->fi_pathname, args[2]->fi_name, args[2]->fi_mount] = count(); }',
    "file": 'fsinfo::: { @[execname, args[0]->fi_pathname, args[0]->fi_dirname, args[0]->fi_dpattern, args[0]->fi_op, '
            'args[0]->fi_fs, args[0]->fi_elapsed] = count(); }',
    "registry": 'reg::: { @[execname, args[0]->r_key, args[0]->r_value, args[0]->r_rname, args[0]->r_elapsed] = count(); }',
    "memory": 'pf:::hardflt, pf:::imgload { @a[execname, stringof(args[0]), args[1]] = count(); } '
              'pf:::valloc, pf:::vfree, pf:::*_flt { @b[execname, args[0], args[1]] = count(); }',
}
ROUNDS = 12
random.seed(20)
reported = 0

with tempfile.TemporaryDirectory() as tmp:
    for scene, script in READ.items():
        for i in range(ROUNDS):
            path = f"{tmp}/{scene}.etl"
            subprocess.run([mketl, path, "--scene", scene, "--version", str(i % 4), "--ptr", "48"[i // 4 % 2],
                            "--bufsize", "8"], check=True, stdout=subprocess.DEVNULL)
            data = bytearray(open(path, "rb").read())
            filled = data[0x2030] | data[0x2031] << 8    # of the second buffer, which holds the records
            for _ in range((1, 4, 40)[i % 3]):
                data[0x2000 + random.randrange(filled)] = random.choice((0, 0xff, random.randrange(256)))
            with open(path, "wb") as f:
                f.write(data)
            status, out, err = run("-qn", script, "-x", f"etlpasses={1 + i % 2}", "-E", path, ok=False)
            reported += err != ""
            lines = [line for line in err.splitlines() if not line.startswith(f"dtrace: {path}: ")]
            check(f"{scene} {i}: status {status}", status == 0, err)
            check(f"{scene} {i}: at most a report", not lines, err)
check("some of it is reported", reported > 5, reported)
finish()

"""The kernel's records of every recorded trace and of every scene, in each version and pointer size, taken apart and
written again: the same bytes.  As one table says both ways, scenes.sums has what the scenes' bytes were when layouts were
written by hand: a sum of each scene's files in all versions and pointer sizes.  argv: rewrite, mketl, the folder of traces."""
import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile

rewrite, mketl, corpus = sys.argv[1:4]
corpus = os.environ.get("DTRACE_ETL_CORPUS", corpus)
VERSIONS = range(6)
GROUPS = {"DiskIo", "FileIo", "PageFault", "PerfInfo", "Registry", "SystemConfig", "TcpIp", "UdpIp", "Process", "Thread", "Image", "StackWalk"}
failed = 0


def check(what, files):
    """Number of records by group."""
    global failed
    p = subprocess.run([rewrite, *files], capture_output=True, text=True, timeout=200)
    if p.returncode:
        failed += 1
        print(f"FAILED: {what}: status {p.returncode}\n{p.stdout[-3000:]}{p.stderr}")
    return {m[1]: int(m[2]) for m in re.finditer(r"^(\w+) (\d+)$", p.stdout, re.M)}


def scenes():
    usage = subprocess.run([mketl], capture_output=True, text=True).stderr
    return re.findall(r"^  (\w+) ", usage.split("scenes:")[1], re.M)


with open(os.path.join(os.path.dirname(__file__), "scenes.sums")) as f:
    sums = dict(line.split() for line in f)
with tempfile.TemporaryDirectory() as tmp:
    files = []
    for scene in scenes():
        total = hashlib.sha256()
        for version in VERSIONS:
            for ptr in 4, 8:
                files.append(f"{tmp}/{scene}-{version}-{ptr}.etl")
                subprocess.run([mketl, files[-1], "--scene", scene, "--version", str(version), "--ptr", str(ptr)],
                               check=True, stdout=subprocess.DEVNULL)
                with open(files[-1], "rb") as f:
                    total.update(f.read())
        if sums.pop(scene, total.hexdigest()) != total.hexdigest():
            failed += 1
            print(f"FAILED: scene {scene} has other bytes than its sum in scenes.sums: {total.hexdigest()}")
    if sums:
        failed += 1
        print("FAILED: sums of no scene:", *sums)
    counts = check("scenes", files)
    if not GROUPS <= set(counts):
        failed += 1
        print("FAILED: the scenes have no records of", GROUPS - set(counts))
    print("scenes:", counts)
traces = sorted(glob.glob(f"{corpus}/files/*.etl") + glob.glob(f"{corpus}/synth/*.etl"))
if traces:
    print("recorded:", check("recorded traces", traces))
else:
    print(f"no recorded traces in {corpus}: only the scenes were looked at")
sys.exit(failed > 0)

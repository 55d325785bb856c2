"""Network, interrupts, deferred calls and the machine's description in recorded traces: counts, bytes, routines and
vectors equal to an independent reading of the same files."""
import collections
import json

from common import check, corpus, finish, need_corpus, run

OPS = {"send": 10, "receive": 11, "connect": 12, "disconnect": 13, "retransmit": 14, "accept": 15, "reconnect": 16,
       "copy": 18}
CONFIG = {"cpu": 10, "disk-phy": 11, "disk-log": 12, "nic": 13, "video": 14, "service": 15, "power": 16, "network": 17,
          "disk-optical": 18, "irq": 21, "pnp": 22, "ide": 23, "platform": 25, "dpi": 28, "code-integrity": 29,
          "telemetry": 30, "defrag": 31, "dev-family": 33, "flight-ids": 34, "processor": 35, "virtualization": 36,
          "boot": 37}


def oracle(name):
    with open(f"{corpus}/oracle/{name}.json") as f:
        return json.load(f)


def rows(trace, script):
    out = run("-qn", script, "-E", f"{corpus}/files/{trace}.etl")[1].decode()
    return [line.split("|") for line in out.splitlines() if "|" in line]


def network(trace):
    """net_count and net_bytes of the oracle: by protocol, opcode and process."""
    truth = oracle(f"{trace}.semantic")
    tcp = ",".join(f"tcpip:::{op}" for op in OPS)
    script = (f'{tcp} {{ @n["tcp", probename, args[0]->ip_ver, pid] = count();'
              f' @b["tcp", probename, args[0]->ip_ver, pid] = sum(args[0]->ip_plength); }}'
              'udpip:::send,udpip:::receive { this->v = strstr(args[0]->udp_saddr, ":") != NULL ? 6 : 4;'
              ' @n["udp", probename, this->v, pid] = count();'
              ' @b["udp", probename, this->v, pid] = sum(args[0]->udp_plength); }'
              'END { printa("n|%s|%s|%d|%d|%@d\\n", @n); printa("b|%s|%s|%d|%d|%@d\\n", @b); }')
    got = {"n": {}, "b": {}}
    for kind, proto, op, ver, pid, n in rows(trace, script):
        got[kind][f"{proto} op{OPS[op] + (16 if ver == '6' else 0)} pid{pid}"] = int(n)
    check(f"{trace}: messages", got["n"] == truth["net_count"], got["n"])
    check(f"{trace}: bytes", got["b"] == truth["net_bytes"], got["b"])
    names = rows(trace, 'tcpip:::send,tcpip:::receive { @[execname] = count(); } END { printa("%s|%@d\\n", @); }')
    check(f"{trace}: the acting process has its name", [r[0] for r in names] == ["system"], names)


def interrupts(trace):
    truth = oracle(f"{trace}.semantic")
    want = collections.Counter({int(k): n for k, n in truth["isr_vector_67"].items()})
    want.update({int(k): n for k, n in truth["isr_vector_50"].items()})
    got = {int(v): int(n) for v, n in rows(trace, 'isr:::isr { @[arg3] = count(); } END { printa("%d|%@d\\n", @); }')}
    check(f"{trace}: interrupts by vector", got == want, got)
    for probe, op in (("dpc", 68), ("timer", 69)):
        script = f'dpc:::{probe} {{ @[arg1] = count(); }} END {{ printa("%x|%@d\\n", @); }}'
        got = {r: int(n) for r, n in rows(trace, script)}
        check(f"{trace}: {probe} by routine", got == truth[f"dpc_routine_{op}"], got)
    late = rows(trace, 'isr:::isr,dpc:::dpc,dpc:::timer /arg0 > timestamp || timestamp - arg0 > 1000000000/ { @ = count(); }'
                       'END { printa("late|%@d\\n", @); }')
    check(f"{trace}: each began before it ended, and not long before", late in ([], [["late", "0"]]), late)


def machine(trace):
    want = {}
    for key, n in oracle(trace)["events"].items():
        _, guid, op = key.split("|")[:3]
        if guid.startswith("01853a65"):
            want[int(op)] = n
    got = {CONFIG[name]: int(n) for name, n in
           rows(trace, 'hwconfig::: { @[probename] = count(); } END { printa("%s|%@d\\n", @); }')}
    check(f"{trace}: descriptions of the machine", got == want, got)


need_corpus()
network("pv-net452x86")
interrupts("slow-ppt-slice6")
for trace in "pv-diaghub-kernel", "pv-net452x86":
    machine(trace)
cpu = rows("pv-diaghub-kernel", 'hwconfig:::cpu { printf("%d|%d|%d|%s|%s\\n", args[0]->cpu_mhz, args[0]->cpu_count,'
           ' args[0]->cpu_memory, args[0]->cpu_computer, args[0]->cpu_domain); }')
check("the machine's processor", cpu == [["2295", "4", "16384", "liha-test", "redmond.corp.microsoft.com"]], cpu)
for trace in "slow-ppt-slice6", "pv-net452x86":
    missed = rows(trace, 'diag:::missed-stack { @ = count(); } END { printa("missed|%@d\\n", @); }')
    check(f"{trace}: every stack has its event", missed in ([], [["missed", "0"]]), missed)
demo = __file__.rsplit("/", 3)[0] + "/dscripts/demo/networkanalyzer.d"
packets = run("-s", demo, "-E", f"{corpus}/files/pktmon-n1.etl")[1].decode()
check("captured packets: one of TCP", "TCP  192.168.0.111:63086 > 31.171.152.19:443 54 bytes ACK https" in packets)
check("captured packets: one of DNS", "UDP  192.168.0.111:63912 > 8.8.8.8:53 70 bytes dns" in packets)
finish()

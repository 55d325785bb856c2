#!/bin/sh
# Without privilege: one clear message, status 1; a replay works.
. "$(dirname "$0")/lib.sh"

command -v setpriv >/dev/null || skip "needs setpriv"
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all"
cp "$dtrace" "$tmp/dtrace"
mkdir "$tmp/lib"
cp "$src"/translators/*.d "$tmp/lib"
chmod -R a+rX "$tmp"
export DTRACE_LIBDIR="$tmp/lib"

$nobody "$tmp/dtrace" -qn 'syscall:::entry { @ = count(); }' >"$tmp/out" 2>"$tmp/err"
check "status 1" test $? = 1
check "one line" test "$(wc -l <"$tmp/err")" = 1
check "names the capabilities" grep -q "CAP_BPF and CAP_PERFMON.*both are missing" "$tmp/err"

# One of the two capabilities is as good as none, whatever is asked for; both are enough.
some() { caps=$1; shift; setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,"$caps" --ambient-caps=-all,"$caps" "$@"; }
for each in "+bpf CAP_PERFMON" "+perfmon CAP_BPF"; do
	caps=${each% *} lacks=${each#* }
	some "$caps" true 2>/dev/null || { echo "setpriv has no $caps: not tried"; continue; }
	for probe in syscall:::entry profile-97 sched:::tick 'syscall::openat:entry /copyinstr(arg1) != ""/'; do
		some "$caps" "$tmp/dtrace" -qn "$probe { @ = count(); } tick-1s { exit(0); }" >"$tmp/out" 2>"$tmp/err"
		check "$caps, $probe: status 1" test $? = 1
		check "$caps, $probe: one line" test "$(wc -l <"$tmp/err")" = 1
		check "$caps, $probe: what is missing" grep -q "$lacks is missing" "$tmp/err"
		check "$caps, $probe: the remedy" grep -q "requires CAP_BPF and CAP_PERFMON (or root).*sudo.*setcap" "$tmp/err"
	done
done
if some +bpf,+perfmon true 2>/dev/null; then
	some +bpf,+perfmon "$tmp/dtrace" -qn 'syscall:::entry { @ = count(); } tick-100ms { exit(0); }' >"$tmp/out" 2>"$tmp/err"
	check "both are enough" test $? = 0
fi

$nobody "$tmp/dtrace" -qn 'BEGIN { trace("hello"); exit(0); }' >"$tmp/out" 2>"$tmp/err"
check "BEGIN needs no privilege" grep -q hello "$tmp/out"
mketl="$(dirname "$dtrace")/tests/libetw/mketl"
"$mketl" "$tmp/t.etl" >/dev/null && chmod a+r "$tmp/t.etl"
$nobody "$tmp/dtrace" -qn 'sched:::on-cpu { @ = count(); }' -E "$tmp/t.etl" >"$tmp/out" 2>"$tmp/err"
check "replay as nobody" test $? = 0
check "it counts" grep -qE '[1-9]' "$tmp/out"

# Once the probes are attached, what isn't needed for them is given up; not if commands are to have it.
field() { awk -v k="$2:" '$1 == k { $1 = ""; print substr($0, 2) }' "/proc/$1/status"; }
own=$(field $$ CapEff)
# caps_of OPTION...: sets $caps to the effective, permitted and bounding set of a dtrace that traces
caps_of() {
	rm -f "$tmp/out"
	"$tmp/dtrace" -x switchrate=50ms "$@" -qn 'BEGIN { printf("ready\n"); } syscall::read:entry { @ = count(); } END { printf("end\n"); }' \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	ready $pid
	caps="$(field $pid CapEff) $(field $pid CapPrm) $(field $pid CapBnd)"
	kill -TERM $pid
	wait $pid
}
# has "0123456789abcdef" BIT
has() { [ $((0x$1 >> $2 & 1)) = 1 ]; }
caps_of
check "status 0 with fewer capabilities" test $? = 0
check "it counted" grep -qE '^ +[1-9]' "$tmp/out"
for each in 1:DAC_OVERRIDE 7:SETUID 12:NET_ADMIN 16:SYS_MODULE 17:SYS_RAWIO 22:SYS_BOOT 25:SYS_TIME 27:MKNOD; do
	had=no gone=yes
	has "$own" ${each%:*} && had=yes
	for set in $caps; do has $set ${each%:*} && gone=no; done
	[ $had = no ] || check "CAP_${each#*:} is given up" test $gone = yes
done
for each in 2:DAC_READ_SEARCH 19:SYS_PTRACE; do
	check "CAP_${each#*:} is kept" has "${caps%% *}" ${each%:*}
done
caps_of -w
check "-w keeps all" test "${caps%% *}" = "$own"
"$tmp/dtrace" -wqn 'BEGIN { system("grep CapEff /proc/self/status"); } syscall::read:entry { @ = count(); } tick-100ms { exit(0); }' \
	>"$tmp/out" 2>"$tmp/err"
check "system() has all" grep -qx "CapEff:	$own" "$tmp/out"
"$tmp/dtrace" -qn 'syscall::read:entry { @ = count(); }' -c "sh -c 'sleep 0.2; grep CapEff /proc/self/status'" >"$tmp/out" 2>"$tmp/err"
check "-c has all" grep -qx "CapEff:	$own" "$tmp/out"

# Root can replay as somebody else; it has become that user before the first byte of the trace.
mkfifo "$tmp/pipe"
"$tmp/dtrace" -x user=nobody -E - -wqn '
BEGIN { system("id -u; id -G"); }
sched:::on-cpu { @ = count(); }' <"$tmp/pipe" >"$tmp/out" 2>"$tmp/err" &
pid=$!
exec 9>"$tmp/pipe"
for i in $(seq 400); do case $(field $pid Uid) in 0*) sleep 0.05 ;; *) break ;; esac; done
uid=$(id -u nobody) gid=$(id -g nobody)
check "-x user: its user" test "$(field $pid Uid)" = "$uid $uid $uid $uid"
check "-x user: its group" test "$(field $pid Gid)" = "$gid $gid $gid $gid"
check "-x user: its groups" test "$(field $pid Groups | tr ' ' '\n' | sort)" = "$(id -G nobody | tr ' ' '\n' | sort)"
check "-x user: no capability" test "$(field $pid CapPrm)$(field $pid CapEff)" = 00000000000000000000000000000000
cat "$tmp/t.etl" >&9
exec 9>&-
wait $pid
check "-x user: status 0" test $? = 0
check "-x user: it counts" grep -qE '^ +[1-9][0-9]*$' "$tmp/out"
check "-x user: so are its commands" test "$(sed -n '1,2p' "$tmp/out" | tr '\n' ' ')" = "$uid $(id -G nobody) "

# What only root can read: scripts and -o are opened before, a trace comes by standard input.
mkdir -m 700 "$tmp/own"
cp "$tmp/t.etl" "$tmp/own"
echo 'sched:::on-cpu { @ = count(); }' >"$tmp/own/s.d"
"$tmp/dtrace" -E - -x user=nobody -qs "$tmp/own/s.d" -o "$tmp/own/out" <"$tmp/own/t.etl" 2>"$tmp/err"
check "-x user: script and output of root" grep -qE '^ +[1-9][0-9]*$' "$tmp/own/out"
# refused WHY PATTERN COMMAND...
refused() {
	why=$1 pattern=$2
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err"
	check "-x user, $why: status 1" test $? = 1
	check "-x user, $why: says so" grep -q "$pattern" "$tmp/err"
}
t="-E $tmp/t.etl -qn BEGIN{exit(0);}"
refused "trace of root" 'Permission denied: .*-E -' "$tmp/dtrace" -x user=nobody -E "$tmp/own/t.etl" -qn BEGIN
refused "live" 'only replay a trace file' "$tmp/dtrace" -x user=nobody -qn 'BEGIN { exit(0); }'
refused "unknown name" 'no user "no-such-user"' "$tmp/dtrace" -x user=no-such-user $t
refused "unknown number" 'no user "4294901760"' "$tmp/dtrace" -x user=4294901760 $t
refused "root" '"0" is root' "$tmp/dtrace" -x user=0 $t
refused "not as root" 'only root can' $nobody "$tmp/dtrace" -x user=nobody $t
exit $failed

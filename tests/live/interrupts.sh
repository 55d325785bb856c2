#!/bin/sh
# Interrupts, softirqs, timers and work of the kernel: no more than the kernel itself counts, and not none.
. "$(dirname "$0")/lib.sh"

cat >"$tmp/irq.d" <<'END'
isr:::isr { @isr[arg3] = count(); }
isr:::isr /arg0 > timestamp || timestamp - arg0 > 10000000000/ { @wrong["isr"] = count(); }
dpc:::dpc { @softirq[arg2] = count(); }
dpc:::dpc /arg2 == 1/ { @name[func(arg1)] = count(); }
dpc::: { @kinds[probename] = count(); }
dpc::: /arg0 > timestamp || timestamp - arg0 > 10000000000/ { @wrong["dpc"] = count(); }
dpc:::timer { @timer[func(arg1)] = count(); }
END { printa("isr %d %@d\n", @isr); printa("softirq %d %@d\n", @softirq); printa("name %a %@d\n", @name);
	printa("kind %s %@d\n", @kinds); printa("wrong %s %@d\n", @wrong);
	printa("timer %a %@d\n", @timer); }
END
# "NUMBER COUNT" of all CPUs together; softirqs by their place in the list.
irqs() { awk 'NR == 1 { n = NF } $1 ~ /^[0-9]+:$/ { s = 0; for (i = 2; i <= n + 1; i++) s += $i; print $1 + 0, s }' /proc/interrupts; }
softirqs() { awk 'NR == 1 { n = NF } NR > 1 { s = 0; for (i = 2; i <= n + 1; i++) s += $i; print NR - 2, s }' /proc/softirqs; }

cat >"$tmp/load" <<'END'
i=0
while [ $i -lt 40 ]; do sleep 0.01; i=$((i + 1)); done
END
irqs >"$tmp/irq0"
softirqs >"$tmp/soft0"
timeout 100 "$dtrace" -qs "$tmp/irq.d" -c "sh $tmp/load" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
irqs >"$tmp/irq1"
softirqs >"$tmp/soft1"

# bounded KIND BEFORE AFTER: each of D's counts is within what the kernel's grew by
bounded() {
	awk -v kind="$1" 'FILENAME == ARGV[1] { before[$1] = $2; next } FILENAME == ARGV[2] { grew[$1] = $2 - before[$1]; next }
		$1 == kind { n++; if ($3 > grew[$2]) { print kind, $2 ": " $3 " of " grew[$2] + 0; bad = 1 } }
		END { exit bad }' "$tmp/$2" "$tmp/$3" "$tmp/out"
}
check "interrupts: no more than /proc/interrupts counts" bounded isr irq0 irq1
check "softirqs: no more than /proc/softirqs counts" bounded softirq soft0 soft1
check "deferred calls" grep -q '^kind dpc ' "$tmp/out"
check "timers" grep -q '^kind timer ' "$tmp/out"
if grep -q '^softirq 1 ' "$tmp/out"; then
	check "the function of the timers' softirq" grep -q 'name .*run_timer_softirq ' "$tmp/out"
fi
check "sleepers are woken by timers" grep -q 'timer .*hrtimer_wakeup ' "$tmp/out"
if grep -q '^wrong' "$tmp/out"; then bad "each began before it ended"; cat "$tmp/out"; else ok "each began before it ended"; fi
grep -q "^kind dpc" "$tmp/out" || cat "$tmp/out" "$tmp/err"
exit $failed

#!/bin/sh
# Probes that programs declare themselves.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
operands=$3
cc=${CC:-cc}
command -v $cc >/dev/null || skip "needs $cc"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

"$dtrace" -h -s "$here/shop.prov" -o "$tmp/shop.h"
$cc -O2 -I"$tmp" "$here/shop.c" -o "$tmp/shop" || bad "shop builds"
$cc -O2 -DDTRACE_CALLS -I"$tmp" -c "$here/shop.c" -o "$tmp/shop.o" &&
	"$dtrace" -G -s "$here/shop.prov" -o "$tmp/prov.o" "$tmp/shop.o" &&
	$cc "$tmp/shop.o" "$tmp/prov.o" -o "$tmp/shop-g" || bad "shop builds with -G"

# run NAME OPTION...: what is traced to $tmp/NAME.d and .sorted, the output of the program to $tmp/NAME
run()
{
	what=$1
	shift
	rm -f "$tmp/$what.d"
	timeout 60 "$dtrace" "$@" -o "$tmp/$what.d" >"$tmp/$what" 2>"$tmp/$what.err" ||
		{ bad "$what: dtrace fails"; cat "$tmp/$what.err"; }
	grep . "$tmp/$what.d" | sort >"$tmp/$what.sorted"
}

check "an is-enabled probe is off" test "$("$tmp/shop" 1000)" = 0

cat >"$tmp/want" <<END
n apple 500
n pear 500
open 1
sum apple 249500
sum pear -250000
total -500 499
END
for program in shop shop-g; do
	for kernel in auto no; do
		run sales -x kernel=$kernel -x bufsize=16m -qn '
			shop$target:::sale { @n[copyinstr(arg1)] = count(); @sum[copyinstr(arg1)] = sum(args[0]); }
			shop$target:a.out::sale { @min = min(args[2]); @max = max(args[2]); }
			shop$target:::till-open { @open = count(); }
			END { printa("n %s %@d\n", @n); printa("sum %s %@d\n", @sum); printa("open %@d\n", @open);
				printa("total %@d %@d\n", @min, @max); }' -c "$tmp/$program 1000"
		same "$program, kernel=$kernel" "$tmp/want" "$tmp/sales.sorted"
		check "$program sees that it is traced, kernel=$kernel" test "$(cat "$tmp/sales")" = 1000
	done
done

# Arguments in all kinds of places.
if [ "$(uname -m)" = x86_64 ]; then
	cat >"$tmp/want" <<-END
		m 1122334455667788 10 30 4294967276 -1234 64302 251 -20 0
		r 1122334455667788 55667788 7788 88 77 -3 -3 4294967291 -5 4464
	END
	for kernel in auto no; do
		run operands -x kernel=$kernel -qn '
			operands$target:::registers { printf("r %x %x %x %x %x %d %d %u %d %d\n",
				arg0, arg1, arg2, arg3, arg4, (int64_t)arg5, args[6], args[7], args[8], args[9]); }
			operands$target:::memory { printf("m %x %d %d %u %d %u %u %d %d\n",
				arg0, args[1], args[2], args[3], args[4], args[5], args[6], args[7], arg8); }' -c "$operands 1"
		same "operands, kernel=$kernel" "$tmp/want" "$tmp/operands.sorted"
		check "an operand that can't be read is named" grep -q 'arg8 of operands.*8@8f@%xmm0' "$tmp/operands.err"
	done
	run predicates -qn 'operands$target:::memory /args[4] == -1234 && arg0 == 0x1122334455667788/ { @ = count(); }
		operands$target:::memory /args[2] != 30/ { @ = count(); } END { printa("%@d\n", @); }' -c "$operands 100"
	run untouched -qn 'operands$target:::memory { @[args[2]] = count(); } END { printa("%d %@d\n", @); }' -c "$operands 10"
	check "operands in memory that the program doesn't touch itself" test "$(cat "$tmp/untouched.sorted")" = "30 10"
	check "predicates of operands" test "$(cat "$tmp/predicates.sorted")" = 100
fi

# A program that runs already, and one that starts later.
"$tmp/shop" forever >"$tmp/forever" &
pid=$!
while ! grep -qs ready "$tmp/forever"; do sleep 0.05; done
"$dtrace" -l -p $pid >"$tmp/list" 2>&1
check "-l -p lists its probes" test "$(awk -v p=shop$pid '$2 == p { print $3, $4, $5 }' "$tmp/list" | sort | tr '\n' ' ')" = \
	"shop main till-open shop sell sale "
run running -qn 'shop$target:::sale { n++; } tick-10ms /n > 20/ { printf("enough\n"); exit(0); }' -p $pid
check "-p" grep -q enough "$tmp/running.d"
run globbed -qn 'shop*:::sale /pid == $1/ { n++; } tick-10ms /n > 20/ { printf("%s enough\n", probeprov); exit(0); }' $pid
check "a provider of any process" grep -q enough "$tmp/globbed.d"
kill $pid
wait $pid 2>/dev/null
check "no process has the provider any more" sh -c "'$dtrace' -ln 'shop*:::' 2>&1 | grep -q 'No probe matches'"

"$dtrace" -x switchrate=50ms -x usdt="$tmp/shop" -qn 'BEGIN { printf("ready\n"); } shop:::sale { @ = count(); }
	syscall::exit_group:entry /execname == "shop"/ { exit(0); } END { printa("%@d\n", @); }' >"$tmp/out" 2>"$tmp/err" &
tracer=$!
ready $tracer
"$tmp/shop" 300 >"$tmp/later"
timeout 20 tail --pid=$tracer -f /dev/null
check "a program that starts later" grep -qx 300 "$tmp/out"
check "sees that it is traced" test "$(cat "$tmp/later")" = 300

for wrong in 'shop$target:::nosuch' 'nosuch$target:::sale'; do
	"$dtrace" -qn "$wrong { exit(0); }" -c "$tmp/shop 1" >"$tmp/out" 2>&1
	check "$wrong is refused" test $? = 1
	check "with the reason" grep -q 'declares no such probe' "$tmp/out"
done
exit $failed

#!/bin/sh
# The lessons and tools for functions of processes: they print what their heads promise, of programs whose calls are known.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
calls=$3 shapes=$4 half=$5
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

# script NAME COMMAND [OPERAND...]: what it prints to $tmp/out
script() {
	name=$1 command=$2
	shift 2
	rm -f "$tmp/out"
	timeout 60 "$dtrace" -s "$src/dscripts/$name.d" -o "$tmp/out" -c "$command" "$@" >"$tmp/said" 2>"$tmp/err"
	check "$name: status 0" test $? = 0
	grep -v "the kernel can't trace [0-9]* of" "$tmp/err" >"$tmp/complaints"	# of a whole libc
	check "$name: nothing to complain of" test ! -s "$tmp/complaints"
	about=$name
}
# prints PATTERN [TIMES]: a line that is so, or as many of them
prints() {
	n=$(grep -cE -- "$1" "$tmp/out")
	check "$about: $1: $n lines" test "$n" ${2:+-eq} ${2:--gt 0} || head -n 20 "$tmp/out"
}
# says NAME: how often the program says that it called that function
says() { awk -v f="$1" '$1 == f && NF == 2 { print $2 }  $1 == f && $2 == "entry" { print $3 }' "$tmp/said"; }

script demo/pid_args "$calls 2" a.out name text
prints '^ +[0-9]+ name\("even", 1, 2, 3, 4, 5\)$' $(($(says name) / 2))
prints '^ +[0-9]+ name\("odd", 1, 2, 3, 4, 5\)$' $(($(says name) / 2))
prints '^ +[0-9]+ name returns 13$' $(($(says name) / 2))
script demo/pid_args "$calls 1" a.out fact
prints '^ +[0-9]+ fact\(5, .*\)$' $(($(says fact) / 5))
prints '^ +[0-9]+ fact returns 78$' $(($(says fact) / 5))	# 120

script demo/pid_funccount "$calls 3" a.out
for f in add fact jump name; do prints "^pid-calls +$f +$(says $f)$" 1; done
prints '^pid-calls +main +1$' 1
script demo/pid_funccount "$calls 3" a.out '?a*'
prints "^pid-calls +fact +$(says fact)$" 1
prints ' (add|jump) ' 0
script demo/pid_funccount "$calls 1"
prints "^pid-calls +add +$(says add)$" 1
prints '^libc\.[^ ]+ +[^ ]+ +[0-9]+$'

script demo/pid_functime "$calls 1" a.out
for f in add fact name; do prints "^pid-calls +$f +$(says $f) +[0-9]+ +[0-9]+$" 1; done
prints ' jump ' 0	# it doesn't return
check "$about: own time isn't more than all" awk '$3 ~ /^[0-9]/ { n++; if ($5 > $4) exit 1 } END { exit !n }' "$tmp/out"
check "$about: a recursive function's isn't all its own" awk '$2 == "fact" { n++; if ($5 >= $4) exit 1 } END { exit !n }' "$tmp/out"
check "$about: a caller's time is its callees', too" awk '$2 == "calls" { all = $4 } $2 ~ /^(add|name|jumps_back)$/ { sum += $4 }
	END { exit !(all > sum && sum) }' "$tmp/out"

script demo/pid_ustack "$calls 2" a.out fact
prints '^ +[0-9]+ calls$' 5
prints "^ +$(($(says fact) / 5)) calls$" 5
prints "^fact: $(says fact) calls in all$" 1
prints '^ *pid-calls`calls\+0x'

script demo/pid_flowindent "$calls 1" a.out calls
prints '^CPU FUNCTION' 1
prints '^ +[0-9]+  -> calls +0$' 1
prints '^ +[0-9]+ +-> add +[0-9]+$' "$(says add)"
prints '^ +[0-9]+ +<- fact +[0-9]+$' "$(says fact)"
prints 'main' 0

script demo/pid_userctf "$shapes nap" libc nanosleep
prints '^pid-shapes [0-9]+: nanosleep of 0\.125000000 s$' 1
prints '^struct timespec {$' 1
prints '^    [_a-z]* tv_nsec = 0x7735940$' 1	# 125000000
prints ' took [0-9]+ us more, result 0$' 1

script bin/funclat "$calls 4" 0 a.out 'fact*'
prints '^fact, nanoseconds$' 1
prints "^fact +$(says fact) +[0-9]+ +[0-9]+$" 1
prints ' value  -+ Distribution' 1
check "$about: the picture has all calls" test "$(awk '/\|/ { n += $NF } END { print n }' "$tmp/out")" = "$(says fact)"
script bin/funclat "$calls 3" 0 a.out fact thread
prints '^fact in thread [0-9]+, nanoseconds$' 3
prints "^fact +[0-9]+ +$(($(says fact) / 3)) +[0-9]+ +[0-9]+$" 3
script bin/funclat "$shapes threads 1" 0 a.out 'leap'
left=$(awk '$1 == "leap" && $2 == "return" { print $3 }' "$tmp/said")
prints "^leap +$left +[0-9]+ +[0-9]+$" 1	# but for those that longjmp() ends
timeout 20 "$dtrace" -s "$src/dscripts/bin/funclat.d" -c "$calls 1" 0 a.out main threads >"$tmp/out" 2>&1
check "funclat: a wrong operand" test $? = 2
prints '^usage: ' 1

script bin/uprof "$shapes signals"
prints '^ +[0-9]+ looks$'
prints '^FUNCTION +LOOKS +SHARE$' 1
check "$about: shares are of all" awk '/%$/ { n++; sum += $NF } END { exit !(n && sum <= 100) }' "$tmp/out"
check "$about: most of it where the program works" awk '/^pid-shapes`(deep|add|signals|handler) / { u += $(NF - 1) }
	/%$/ { n += $(NF - 1) } END { exit !(u && 2 * u > n) }' "$tmp/out"
"$dtrace" -s "$src/dscripts/bin/uprof.d" >"$tmp/out" 2>&1
check "uprof: no process" test $? = 2
prints '^usage: ' 1

script bin/dlopens "$shapes open $half /nonexistent/lib.so"
prints "^ +[0-9]+ +[0-9]+ opened pid-shapes\`open_all\+0x[0-9a-f]+ +$half\$" 1
prints '^ +[0-9]+ +[0-9]+ failed pid-shapes`open_all\+0x[0-9a-f]+ +/nonexistent/lib.so$' 1
prints ' (opened|failed) ' 2
exit $failed

#!/bin/sh
# Programs in Go: their stacks move, so returns are traced by instructions; names, also of stripped ones; their own registers.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
command -v go >/dev/null || skip "needs go"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

cp "$here/grows.go" "$tmp/main.go"
build()
{
	name=$1
	shift
	(cd "$tmp" && HOME=$tmp GOCACHE=$tmp/cache GO111MODULE=off CGO_ENABLED=0 go build -o "$name" "$@" main.go >"$tmp/err" 2>&1)
}
build fixed -buildmode=exe || skip "go doesn't build: $(cat "$tmp/err")"
build stripped -buildmode=exe -ldflags='-s -w'
build pie -buildmode=pie && build piestripped -buildmode=pie -ldflags='-s -w'
"$tmp/fixed" >"$tmp/plain"
plain=$?

# run PROGRAM OPTION...: what is traced to $tmp/d; the program does what it does untraced
run()
{
	program=$1
	shift
	rm -f "$tmp/d"
	timeout 60 "$dtrace" -x bufsize=16m -o "$tmp/d" -c "$tmp/$program" "$@" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
	same "$program: its output" "$tmp/plain" "$tmp/out"
	check "$program: its status" grep -q "exited with status $plain" "$tmp/err" || head -20 "$tmp/err"
}
cat >"$tmp/returns" <<END
main.add 10
main.fails 5
main.grow 5840
main.guarded 10
main.guarded.func1 10
END
sed 's/main.fails 5/main.fails 10/; /grow/d; $a main.main 1' "$tmp/returns" >"$tmp/entries"
for program in fixed stripped pie piestripped; do
	[ -x "$tmp/$program" ] || continue
	run $program -n 'pid$target:a.out:main.*:entry { @[probefunc] = count(); } END { printf("\n"); printa("%s %@d\n", @); }'
	awk 'NF == 2 && /^main\.[a-z.0-9]* [0-9]+$/' "$tmp/d" | grep -v 'main.main.func' | sort >"$tmp/have"
	check "$program: a function whose stack grows is entered again" awk '$1 == "main.grow" { n = $2 } END { exit !(n >= 5840) }' "$tmp/have"
	# any function may be the one that finds no room on the stack, now and then: then it is entered again
	awk 'NR == FNR { want[$1] = $2; next } $1 in want && $2 >= want[$1] && $2 <= want[$1] + 3 { $2 = want[$1] } !/grow/' \
		"$tmp/entries" "$tmp/have" >"$tmp/others"
	same "$program: entries" "$tmp/entries" "$tmp/others"
	for how in auto insn; do
		run $program -x ureturn=$how -n 'pid$target:a.out:main.*:return { @[probefunc] = count(); } END { printf("\n"); printa("%s %@d\n", @); }'
		awk 'NF == 2 && /^main\.[a-z.0-9]* [0-9]+$/' "$tmp/d" | grep -v 'main.main.func' | sort >"$tmp/have"
		same "$program: returns, ureturn=$how" "$tmp/returns" "$tmp/have"
	done
	"$dtrace" -x ureturn=ret -qn 'pid$target:a.out:main.*:return { n++; }' -c "$tmp/$program" >"$tmp/out" 2>"$tmp/err"
	check "$program: ureturn=ret is refused, with the remedy" grep -q "returns of $program .*stacks move.*ureturn=insn" "$tmp/err"
	run $program -n 'pid$target:a.out:main.fails:entry { @[ustack()] = count(); }'
	sed -n 's/^ *[a-z]*`\([a-z.0-9]*\)\(+0x[0-9a-f]*\)*$/\1/p' "$tmp/d" | tr '\n' ' ' >"$tmp/have"
	check "$program: stacks" grep -q '^main.fails main.guarded main.main runtime.main runtime.goexit' "$tmp/have" || cat "$tmp/d"
done
if [ "$(uname -m)" = x86_64 ]; then
	run fixed -n 'pid$target:a.out:main.add:entry { @[uregs[R_RAX], uregs[R_RBX]] = count(); }
		pid$target:a.out:main.add:return { @[uregs[R_RAX], arg1] = count(); } END { printf("\n"); printa("%d %d %@d\n", @); }'
	for i in 0 1 2 3 4 5 6 7 8 9; do printf '%d 7 1\n%d %d 1\n' $i $((i + 7)) $((i + 7)); done | sort >"$tmp/want"
	awk 'NF == 3 && /^[0-9 ]*$/' "$tmp/d" | sort | awk '{ n[$1 " " $2] += $3 } END { for (k in n) print k, n[k] }' | sort >"$tmp/have"
	awk '{ n[$1 " " $2] += $3 } END { for (k in n) print k, n[k] }' "$tmp/want" | sort >"$tmp/sorted"
	same "arguments and results in Go's registers" "$tmp/sorted" "$tmp/have"
fi
"$dtrace" -qn 'pid$target:a.out:main.add:entry { trace(args[0]); }' -c "$tmp/fixed" >"$tmp/out" 2>&1
check "args[] are refused, with the remedy" grep -q 'Go has a calling convention of its own.*uregs\[' "$tmp/out"
exit $failed

#!/bin/sh
# A process with control characters in its name, its arguments, the paths it opens and the files it runs from: a terminal
# gets none of them.
. "$(dirname "$0")/lib.sh"
command -v script >/dev/null || skip "needs script(1)"
esc=$(printf '\033')
evil="$tmp/x$esc[31mred"
cp "$(command -v cat)" "$evil" || exit 1

cat >"$tmp/load" <<END
"$evil" "/nowhere/$esc[34mblue" 2>/dev/null
END
cat >"$tmp/t.d" <<'END'
proc:::exec-success /execname != "sh"/ { printf("exec %s %s\n", execname, curpsinfo->pr_psargs); }
syscall::openat:entry /strstr(copyinstr(arg1), "blue") != NULL/ { printf("open %s\n", copyinstr(arg1)); @[ustack(), execname] = count(); }
END
cat >"$tmp/run" <<END
exec timeout 60 "$dtrace" -qs "$tmp/t.d" -c "sh $tmp/load"
END
script -qec "sh $tmp/run" "$tmp/typed" </dev/null >/dev/null 2>&1
grep -q 'exec x\\033\[31mred ' "$tmp/typed" && ok "execname" || { bad "execname"; cat -v "$tmp/typed"; }
grep -q 'blue' "$tmp/typed" && ok "the path is shown" || bad "the path is shown"
grep -q 'open /nowhere/\\033\[34mblue' "$tmp/typed" && ok "paths" || { bad "paths"; cat -v "$tmp/typed"; }
grep -q "$esc\\[3[14]m" "$tmp/typed" && { bad "nothing obeyed"; cat -v "$tmp/typed"; } || ok "nothing obeyed"
sh "$tmp/run" >"$tmp/out" 2>"$tmp/err"
grep -q "exec x$esc\\[31mred " "$tmp/out" && ok "a file gets the bytes" || { bad "a file gets the bytes"; cat -v "$tmp/out"; }
exit $failed

# Stacks go with their events, and mean the same there.
trace_get "demo"
rm -f "$work/stacks.etl"
s='windows-kernel-perfinfo:::events /tid % 8 == 0/ { @[execname, ustack(), stack()] = count(); }'
dtrace -qE "$trace" -n "$s" >"$work/before"; wc -l <"$work/before"
dtrace -E "$trace" -R "$work/stacks.etl" -n 'windows-kernel-perfinfo:::events /tid % 8 == 0/ { relog(); }'
dtrace -qE "$work/stacks.etl" -n "$s" | cmp - "$work/before" && echo same

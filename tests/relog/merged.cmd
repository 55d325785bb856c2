# Two traces become one, also if they have different clocks: then stacks still find their events.
d() { dtrace -x etlsiblings=no -s ../dscripts/bin/etwdump.d "$@" | grep -v 'EventTrace BufferSize' | sed -E 's/(EventTimeStamp|InitialTime) [0-9]+/\1/' | sort; }
n='windows-kernel-perfinfo:::events { @[execname, ustack()] = count(); }'
for two in "demo --scene etw" "demo --clock system --scene stacks" "demo --clock cycles --scene interrupts" "demo --ptr 4 --scene registry"; do
	trace_get "demo --scene net"; one=$trace; trace_get "$two"; rm -f "$work/merged.etl"
	dtrace -qE "$one" -E "$trace" -x etlsiblings=no -R "$work/merged.etl"
	d -E "$one" -E "$trace" >"$work/before"; wc -l <"$work/before"; d -E "$work/merged.etl" | diff "$work/before" - && echo same
	dtrace -qE "$one" -E "$trace" -x etlsiblings=no -n "$n" >"$work/before"; dtrace -qE "$work/merged.etl" -n "$n" | diff "$work/before" - && echo same stacks
done

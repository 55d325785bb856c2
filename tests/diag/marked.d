/* @cmd: "$MKETL" $work/m.etl >/dev/null; printf '\002' | dd of=$work/m.etl bs=1 seek=65588 conv=notrunc status=none; dtrace -q -s "$case" -E $work/m.etl */
/* A buffer that the kernel marked: events are missing there. */
diag:::lostevent
{
	printf("%d events, %d buffers, says %s\n", args[0], args[1], stringof(args[2]));
}

/* @cmd: d=$(mktemp -d); echo 'inline int from_library = 12;' >$d/mine.d; dtrace -E $trace -q -L $d -s $case; rm -r $d */
BEGIN
{
	printf("%d\n", from_library);
	exit(0);
}

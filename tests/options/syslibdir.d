/* @cmd: d=$(mktemp -d); dtrace -E $trace -q -x syslibdir=$d -s $case; s=$?; rmdir $d; exit $s */
/* @status: 1 */
BEGIN
{
	printf("%d\n", sizeof (psinfo_t) > 0);
	exit(0);
}

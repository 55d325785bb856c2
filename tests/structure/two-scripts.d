/* @cmd: printf 'BEGIN { printf("%%d\\n", x); exit(0); }' >$work/second.d; dtrace -q -s $case -s $work/second.d */
/* Programs are compiled in the order of the command line, and see what the ones before declared. */
int x;

BEGIN
{
	x = 7;
}

/* @cmd: dtrace -E $trace -qn 'BEGIN { printf("a\n"); }' -s $case -n 'BEGIN { printf("b\n"); }' */
/* after exit() the later clauses of the firing do not run */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

/* @cmd: dtrace -qn 'BEGIN { printf("%d\n", $target == $1); exit(0); }' -p $$ -c 'sleep 1' -- $$ */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

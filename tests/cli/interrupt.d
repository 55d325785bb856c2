/* @cmd: dtrace -qn 'BEGIN { @["x"] = count(); printf("begin\n"); } END { printf("end\n"); }' -c 'sh -c "kill -INT $PPID; sleep 1"' */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

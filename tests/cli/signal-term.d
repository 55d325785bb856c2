/* @cmd: timeout --preserve-status -s TERM 1 env --default-signal=INT "$DTRACE" -qn 'BEGIN { @ = count(); printf("begin\n"); } END { printf("end\n"); }' */
/* @needs: root */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

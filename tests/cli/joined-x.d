/* @cmd: dtrace -E$trace -xquiet -b64k -s$case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

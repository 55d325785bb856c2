/* @cmd: for v in 1q k 1kb 1.5k ''; do dtrace -x strsize=$v -e -s $case; echo $?; done */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

/* @opts: -q */
/* @args: GIN */
BE$1
{
	printf("begin\n");
	exit(0);
}

/* @opts: -q */
/* @args: BEG GIN */
dtrace:::$1*
{
	printf("1 ");
}

dtrace:::BE$2
{
	printf("2\n");
	exit(0);
}

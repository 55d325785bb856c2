/* @opts: -q */
/* @args: BE */
$1GIN
{
	printf("begin\n");
	exit(0);
}

/* @opts: -q */
/* @args: BEGIN */
$1
{
	printf("begin\n");
	exit(0);
}

/* @opts: -q */
/* @args: dtrace BEGIN */
$1:::$2
{
	printf("%s\n", probename);
	exit(0);
}

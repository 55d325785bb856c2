/* @opts: -q */
BEGIN
{
	printf("[%S][%S][%8S][%-8S]\n", "a\nb", "\001\177", "\t", "\t");
	exit(0);
}

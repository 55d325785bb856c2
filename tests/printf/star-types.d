/* @opts: -q */
BEGIN
{
	printf("[%*d][%*d][%*d]\n", (char)3, 1, (short)3, 2, (long long)3, 4);
	exit(0);
}

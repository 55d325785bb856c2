/* @opts: -q */
BEGIN
{
	printf("[%'d][%'u]\n", 1234567, 1234567);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	@ = sum(strlen("abcde"));
	exit(0);
}

/* @opts: -q */
BEGIN
{
	print((long long)255);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	print(probename);
	exit(0);
}

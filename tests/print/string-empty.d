/* @opts: -q */
BEGIN
{
	print("");
	exit(0);
}

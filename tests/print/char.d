/* @opts: -q */
BEGIN
{
	print((char)'a');
	exit(0);
}

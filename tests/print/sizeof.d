/* @opts: -q */
BEGIN
{
	print(sizeof (int));
	exit(0);
}

/* @opts: -q */
BEGIN
{
	print("text");
	exit(0);
}

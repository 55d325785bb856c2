/* @opts: -q */
BEGIN
{
	print(1);
	print("s");
	exit(0);
}

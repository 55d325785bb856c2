/* @opts: -q */
BEGIN
{
	print(strjoin("a", "b"));
	exit(0);
}

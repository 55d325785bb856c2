/* @opts: -q */
BEGIN
{
	@a = sum(1);
	@b = sum(2);
	printa(@a);
	exit(0);
}

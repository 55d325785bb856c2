/* @opts: -q */
BEGIN
{
	@n = min(105);
	@x = max(119);
	normalize(@n, 10);
	normalize(@x, 10);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	@n["a"] = sum(1000);
	normalize(@n, 10);
	denormalize(@n);
	exit(0);
}

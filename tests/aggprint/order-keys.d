/* @opts: -q -x aggsortkey */
BEGIN
{
	@[1, "b", 9] = sum(1);
	@[2, "a", 9] = sum(2);
	@[1, "a", 7] = sum(3);
	@[2, "b", 7] = sum(4);
	exit(0);
}

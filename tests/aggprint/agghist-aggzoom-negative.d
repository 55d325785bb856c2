/* @opts: -q -x agghist -x aggzoom */
/* Beside negative values the longest bar is 95 percent. */
BEGIN
{
	@a["a"] = sum(-10);
	@a["b"] = sum(30);
	@b["a"] = sum(-10);
	@b["b"] = sum(-30);
	exit(0);
}

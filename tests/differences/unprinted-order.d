/* @opts: -q */
/* Aggregations that nothing has printed come in the order of their ids, each by value and then by key. */
BEGIN
{
	@b["y"] = sum(1);
	@b["x"] = sum(1);
	@a["z"] = sum(0);
	exit(0);
}

/* @opts: -q -x aggsortrev */
BEGIN
{
	@a["x"] = sum(1);
	@a["y"] = sum(2);
	@b["z"] = sum(9);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	@b["y"] = sum(1);
	@b["x"] = sum(1);
	@a["z"] = sum(0);
	exit(0);
}

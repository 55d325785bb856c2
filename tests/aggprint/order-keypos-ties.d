/* @opts: -q -x aggsortkeypos=1 */
BEGIN
{
	@[1, "b"] = sum(5);
	@[2, "a"] = sum(5);
	exit(0);
}

/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	@a["x"] = sum(5);
	@a["y"] = sum(6);
	printa("%s=%@d;", @a);
	exit(0);
}

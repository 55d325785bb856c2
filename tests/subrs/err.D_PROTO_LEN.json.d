BEGIN
{
	trace(json("x"));
	exit(0);
}

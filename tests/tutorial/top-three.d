/* @opts: -q */
/* Only the largest are kept. */
BEGIN
{
	@["one"] = sum(1);
	@["five"] = sum(5);
	@["three"] = sum(3);
	@["two"] = sum(2);
	@["four"] = sum(4);
	trunc(@, 3);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	@["a"] = sum(1);
	@["b"] = sum(2);
	printa("entry\n", @);
	exit(0);
}

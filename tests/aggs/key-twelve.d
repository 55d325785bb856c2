/* @opts: -q */
BEGIN
{
	@[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "k", (char)12] = count();
	exit(0);
}

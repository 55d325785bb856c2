/* @opts: -q */
BEGIN
{
	func(0x10);
	printf("|\n");
	exit(0);
}

/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (long unsigned int), sizeof (int short), sizeof (long int long),
	    sizeof (int unsigned));
	printf("%d %d %d %d\n", sizeof (signed), sizeof (unsigned), sizeof (short unsigned),
	    sizeof (const volatile long));
	printf("%d %d\n", (signed char)255, (char unsigned)-1);
	exit(0);
}

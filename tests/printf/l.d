/* @opts: -q */
BEGIN
{
	printf("%ld %li %lu %lo %lx %lX\n", (long)-2, (long)-2, (unsigned long)5, (long)8, (long)255, (long)255);
	exit(0);
}

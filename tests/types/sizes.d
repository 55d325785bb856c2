/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d %d\n", sizeof (char), sizeof (short), sizeof (int), sizeof (long),
	    sizeof (long long));
	printf("%d %d %d %d %d\n", sizeof (unsigned char), sizeof (unsigned short),
	    sizeof (unsigned int), sizeof (unsigned long), sizeof (unsigned long long));
	printf("%d %d %d\n", sizeof (float), sizeof (double), sizeof (long double));
	printf("%d %d %d %d\n", sizeof (char *), sizeof (void *), sizeof (string *),
	    sizeof (uintptr_t));
	exit(0);
}

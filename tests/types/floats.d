/* @opts: -q */
float f;
double d;
long double ld;

BEGIN
{
	printf("%d %d %d\n", sizeof (f), sizeof (d), sizeof (ld));
	printf("%.1f\n", d);
	exit(0);
}

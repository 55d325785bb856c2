/* @opts: -q */
enum e {
	A,
	B,
	C = 10,
	D,
	E = -5,
	F,
	G = C + 2,
	H = 'x'
};
enum e v;

BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n", A, B, C, D, E, F, G, H);
	v = D;
	printf("%d %d\n", v, sizeof (v));
	v = -1;
	printf("%d %d\n", v, v < A);
	exit(0);
}

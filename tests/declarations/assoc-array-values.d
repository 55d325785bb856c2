/* @opts: -q */
typedef int vec_t[4];
vec_t a[string];

BEGIN
{
	a["k"][2] = 6;
	a["k"][0] = 1;
	printf("%d %d %d %d\n", a["k"][2], a["k"][0], a["k"][1], a["l"][2]);
	exit(0);
}

/* @opts: -q */
/* What an absent element holds reads as zero, too. */
typedef int vec_t[4];
struct pt {
	int x;
	int y;
	struct {
		char c[2];
	} in;
};
struct pt s[string];
vec_t v[string];
self struct pt ts[int];
self vec_t tv[int];

BEGIN
{
	printf("%d %d %d %d\n", s["n"].y, v["n"][1], self->ts[1].y, self->tv[1][1]);
	printf("%d %d\n", s["n"].in.c[1], self->ts[2].in.c[1]);
	exit(0);
}

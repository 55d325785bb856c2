/* @opts: -q */
typedef int myint;
typedef unsigned char byte, *bytep;
typedef struct pt {
	int x;
	int y;
} pt_t;
typedef int vec[4];
typedef int (*fn)(char *, int);
typedef enum { N, S } dir_t;
myint i;
byte b;
bytep bp;
pt_t p;
vec v;
fn f;
dir_t d;

BEGIN
{
	i = -1;
	b = 300;
	p.y = 4;
	v[3] = 7;
	d = S;
	printf("%d %d %d %d %d\n", i, b, p.y, v[3], d);
	printf("%d %d %d %d %d %d\n", sizeof (b), sizeof (bp), sizeof (p), sizeof (v), sizeof (f),
	    sizeof (dir_t));
	exit(0);
}

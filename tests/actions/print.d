/* @opts: -q */
struct s {
	int a;
	char b;
	char name[8];
	struct { long x; long y; } pt[2];
	int *p;
};
enum color { RED, GREEN = 5 };
struct s v;

BEGIN
{
	v.a = -1;
	v.b = 'x';
	v.name[0] = 'h';
	v.name[1] = 'i';
	v.pt[1].y = 0x1234;
	print(v);
	printf("\n");
	print(v.pt[1].y);
	print(v.b);
	print("text");
	print((enum color)5);
	print((enum color)3);
	print((short)7);
	print(0);
	exit(0);
}

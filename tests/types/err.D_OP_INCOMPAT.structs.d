struct s {
	int a;
} v;
struct t {
	int a;
} w;

BEGIN
{
	v = w;
}

struct s {
	int a;
};

struct s s;

BEGIN
{
	printf("%d\n", s);
}

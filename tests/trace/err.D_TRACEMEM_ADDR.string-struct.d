struct s {
	int a;
};

struct s s;

BEGIN
{
	tracemem(s, 4);
}

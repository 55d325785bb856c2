struct s {
	int a;
} v;
int i;

BEGIN
{
	i = v;
}

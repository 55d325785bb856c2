struct s {
	int a;
};
union s v;

BEGIN
{
}

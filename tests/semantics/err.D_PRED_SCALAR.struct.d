struct s {
	int a;
} v;

BEGIN
/v/
{
}

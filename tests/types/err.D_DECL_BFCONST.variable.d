int x;
struct s {
	int a:x;
};

BEGIN
{
}

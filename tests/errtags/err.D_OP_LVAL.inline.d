inline int one = 1;
BEGIN
{
	one = 2;
}

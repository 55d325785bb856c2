BEGIN
{
	x = 1;
	x ? printf("a") : printf("b");
}

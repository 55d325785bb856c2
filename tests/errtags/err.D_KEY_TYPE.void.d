/* @at: 4 printf("x") */
BEGIN
{
	a[printf("x")] = 1;
}

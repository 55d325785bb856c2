/* @at: 4 fresh */
BEGIN
{
	fresh += printf("x");
}

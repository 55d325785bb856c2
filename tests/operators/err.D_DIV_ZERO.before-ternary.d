/* A constant division by zero is an error wherever it stands. */
BEGIN
{
	x = 3;
	x ? 5 / 0 : 2;
}

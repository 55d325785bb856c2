char b[40];

BEGIN
{
	tracemem(&b[0], 1, 2, 3);
}

char b[40];

BEGIN
{
	n = 4;
	tracemem(&b[0], n);
}

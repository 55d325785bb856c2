char b[40];

BEGIN
{
	tracemem(&b[0]);
}

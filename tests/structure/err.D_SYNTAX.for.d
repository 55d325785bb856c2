BEGIN
{
	for (;;)
		x++;
}

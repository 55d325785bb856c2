BEGIN
{
	do {
		x++;
	} while (0);
}

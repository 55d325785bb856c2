BEGIN
{
	n = 3;
	ustack(3, n);
}

BEGIN
{
	x = 1;
	denormalize(x);
}

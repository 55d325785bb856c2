BEGIN
{
	denormalize();
}

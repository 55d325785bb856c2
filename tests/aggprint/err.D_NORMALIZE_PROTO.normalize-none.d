BEGIN
{
	normalize();
}

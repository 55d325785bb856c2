BEGIN
{
	arg0++;
}

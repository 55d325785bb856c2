BEGIN
{
	goto out;
}

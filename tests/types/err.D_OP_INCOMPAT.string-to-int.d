int i;

BEGIN
{
	i = "x";
}

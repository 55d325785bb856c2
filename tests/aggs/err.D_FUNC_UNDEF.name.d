BEGIN
{
	@ = nosuch(1);
}

BEGIN
{
	@ = sum("text");
}

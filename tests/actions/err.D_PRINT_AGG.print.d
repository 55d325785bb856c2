BEGIN
{
	@ = count(); print(@);
}

BEGIN
{
	exit("text");
}

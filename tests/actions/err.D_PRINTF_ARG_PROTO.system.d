BEGIN
{
	system("ls %d");
}

BEGIN
{
	rand() = 2;
}

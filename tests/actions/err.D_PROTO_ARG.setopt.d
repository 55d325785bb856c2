BEGIN
{
	setopt(1);
}

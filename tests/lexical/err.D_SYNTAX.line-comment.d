BEGIN
{
	x = 1;	// no such comments
}

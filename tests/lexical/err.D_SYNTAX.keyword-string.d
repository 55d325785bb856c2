/* Reserved: no variable can have this name. */
BEGIN
{
	string = 1;
}

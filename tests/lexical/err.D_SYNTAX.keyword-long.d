/* Reserved: no variable can have this name. */
BEGIN
{
	long = 1;
}

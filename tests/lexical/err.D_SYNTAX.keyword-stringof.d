/* Reserved: no variable can have this name. */
BEGIN
{
	stringof = 1;
}

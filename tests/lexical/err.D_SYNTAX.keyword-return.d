/* Reserved: no variable can have this name. */
BEGIN
{
	return = 1;
}

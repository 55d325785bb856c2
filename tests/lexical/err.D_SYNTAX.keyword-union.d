/* Reserved: no variable can have this name. */
BEGIN
{
	union = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	sizeof = 1;
}

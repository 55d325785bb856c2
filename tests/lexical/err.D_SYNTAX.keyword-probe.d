/* Reserved: no variable can have this name. */
BEGIN
{
	probe = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	offsetof = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	default = 1;
}

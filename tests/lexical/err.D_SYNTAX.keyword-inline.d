/* Reserved: no variable can have this name. */
BEGIN
{
	inline = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	signed = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	const = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	import = 1;
}

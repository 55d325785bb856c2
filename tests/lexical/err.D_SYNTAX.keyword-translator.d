/* Reserved: no variable can have this name. */
BEGIN
{
	translator = 1;
}

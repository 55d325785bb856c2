inline string text = 5;

BEGIN
{
	trace(text);
}

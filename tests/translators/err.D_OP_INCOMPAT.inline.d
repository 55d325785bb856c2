inline int text = "string";

BEGIN
{
	trace(text);
}

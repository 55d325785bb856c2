/* @E: demo --scene etw */
/* A field of one provider is none of another. */
demo-orders:::events
{
	trace(etwfieldstr("Url"));
}

/* @E: demo --scene etw */
/* @needs: lib:expat */
/* A field of one provider is none of another. */
demo-orders:::events
{
	trace(etwfieldstr("Url"));
}

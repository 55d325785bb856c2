/* @E: demo --scene etw */
no-such-provider:::events
{
}

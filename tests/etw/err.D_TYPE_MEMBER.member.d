/* @E: demo --scene etw */
/* A member that the event has not. */
demo.service::Request:event
{
	trace(args[0]->Code);
}

/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* In a clause for one event its fields are members, typed by the schema. */
demo.service::request:event
/args[0]->Status >= 400/
{
	printf("%s %u %s\n", args[0]->Url, args[0]->Status, args[0]->Seconds);
}

demo-orders::Order:event
{
	printf("%d %d %d\n", args[0]->id, args[0]->id < 0, sizeof(args[0]->kind));
}

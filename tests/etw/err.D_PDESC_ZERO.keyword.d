/* @E: demo --scene etw */
demo-orders:::purchase
{
}

/* @E: demo --scene etw */
demo-orders::Odrer:event
{
}

/* @feed: live */
/* @at: 3 pid4194305:::entry */
pid4194305:::entry
{
}

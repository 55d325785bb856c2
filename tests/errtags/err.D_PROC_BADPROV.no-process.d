/* @feed: live */
/* @at: 3 other4194305:::start */
other4194305:::start
{
}

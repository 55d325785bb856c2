/* @feed: live */
/* @at: 3 other$ppid:::start */
other$ppid:::start
{
}

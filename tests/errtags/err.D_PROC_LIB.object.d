/* @feed: live */
/* @at: 3 pid$ppid:libnothing.so:malloc:entry */
pid$ppid:libnothing.so:malloc:entry
{
}

/* @feed: live */
/* @at: 3 pid$ppid:libc:malloc:fffffff */
pid$ppid:libc:malloc:fffffff
{
}
